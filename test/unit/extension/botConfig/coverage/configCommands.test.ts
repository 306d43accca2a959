import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type * as vscode from 'vscode';
import type { MissingPool } from '../../../../../src/api/arbscope/coverage.ts';
import { MarketError, type MarketErrorKind } from '../../../../../src/api/marketError.ts';
import type { BotConfig } from '../../../../../src/botConfig/model.ts';
import type { ConfigEdit } from '../../../../../src/botConfig/worker/messages.ts';
import type { Coverage } from '../../../../../src/extension/botConfig/coverage/configCoverage.ts';
import { replaceVscode, Uri, window, workspace } from '../../vscodeDouble.ts';
import { configOf, figures, reportOf } from './coverages.ts';

const orca = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const uri = new Uri('/bots/bot.toml') as unknown as vscode.Uri;

const missing = (pool: string, gains: number, more: Partial<MissingPool> = {}): MissingPool => ({
  ...{ pool, amm: orca, amm_name: 'Orca', mints: ['bonk', 'sol'], symbols: ['BONK', ''] },
  ...{ lookup_table: '', group: 0, adds: figures(1, gains), covers_usd: gains },
  ...more,
});

const bounds: Coverage = {
  ...{ kind: 'bounds', total: null, groups: [], pools: [], missing_pools: [] },
  window: { from: '', to: '', coverage: null },
  covered: { lower: figures(0, 0), upper: figures(3, 41) },
};

describe('A change of a config by its coverage', () => {
  type Module = typeof import('../../../../../src/extension/botConfig/coverage/configCommands.ts');
  let module: Module;
  before(async () => {
    replaceVscode();
    module = await import('../../../../../src/extension/botConfig/coverage/configCommands.ts');
  });
  beforeEach(() => {
    workspace.textDocuments = [{ uri }];
    window.activeTextEditor = undefined;
  });

  function open(
    config: BotConfig | null,
    coverage: Coverage | ((groups: number) => Coverage),
    choose: (
      choices: readonly { readonly label: string; readonly value: unknown }[],
    ) => unknown = () => 'cancelled',
  ) {
    const edits: ConfigEdit[] = [];
    const messages: string[] = [];
    const commands = new module.ConfigCommands({
      source: {
        get: async () => (config === null ? null : { config, version: 1 }),
        edit: async (_document, edit) => {
          edits.push(edit);
          return [];
        },
      },
      coverage: {
        load: async ({ groups }) =>
          typeof coverage === 'function' ? coverage(groups.length) : coverage,
      },
      preview: { show: async (_document, _changes, message) => void messages.push(message) },
      query: () => ({ windowSeconds: 86_400, percentile: null }),
      nameOf: (address) => address.toUpperCase(),
      prompter: {
        choose: (async ({ choices }: { choices: Parameters<typeof choose>[0] }) =>
          choose(choices)) as never,
        notify: async () => undefined,
      },
    });
    return { commands, edits, messages };
  }
  const failsWith = (promise: Promise<unknown>, kind: MarketErrorKind) =>
    assert.rejects(promise, (error) => MarketError.is(error, kind));
  const withMissing = (...rows: MissingPool[]): Coverage => ({
    ...(reportOf({ a: 5, dead: 0, silent: 0 }, [7]) as Extract<Coverage, { kind: 'report' }>),
    missing_pools: rows,
  });

  test('adds the best pools to the groups that coverage names, including new groups', async () => {
    const rows = [
      missing('one', 90),
      missing('two', 0, { group: null, new_group: 1 }),
      missing('three', 80, { group: null, new_group: 1, mints: [], symbols: [] }),
      missing('four', 1),
    ];
    const { commands, edits, messages } = open(configOf(['a']), withMissing(...rows));
    await commands.addMissingPools(uri, 3);
    const [edit] = edits;
    assert.ok(edit?.kind === 'add-pools');
    assert.deepEqual(
      edit.additions.map(({ pool, program, group, newGroup, comment }) => [
        ...[pool, program, group, newGroup, comment],
      ]),
      [
        ['one', orca, 0, null, 'BONK–SOL, +$90 net in 24 h'],
        ['two', orca, null, 1, 'BONK–SOL, +$0 net in 24 h'],
        ['three', orca, null, 1, '+$80 net in 24 h'],
      ],
    );
    assert.deepEqual(messages, ['The diff adds 3 pools to bot.toml.']);
  });

  test('removes the pools without arbitrage from all entries, or from one', async () => {
    const config = configOf(['a', 'dead'], ['silent']);
    const { commands, edits, messages } = open(config, withMissing());
    await commands.removeDeadPools(uri);
    await commands.removeDeadPools(uri, 1);
    assert.deepEqual(edits, [
      { kind: 'remove-pools', pools: ['dead', 'silent'] },
      { kind: 'remove-pools', pools: ['silent'] },
    ]);
    assert.equal(messages.at(-1), 'The diff removes 1 pool from bot.toml.');
  });

  test('removes nothing if too little is indexed, or if every pool has arbitrage', async () => {
    const partly = open(configOf(['a']), reportOf({ a: 5, dead: 0 }, [7], 0.5));
    await failsWith(partly.commands.removeDeadPools(uri), 'bad-parameter');
    const whole = open(configOf(['a']), reportOf({ a: 5 }, [7]));
    await failsWith(whole.commands.removeDeadPools(uri), 'not-found');
    assert.deepEqual([...partly.edits, ...whole.edits], []);
  });

  test('is not offered on a service with rollups only', async () => {
    const { commands, edits } = open({ ...configOf(['a'], ['b']), form: 'notarb-json' }, bounds);
    await failsWith(commands.addMissingPools(uri), 'not-offered');
    await failsWith(commands.removeDeadPools(uri), 'not-offered');
    await failsWith(commands.mergeGroups(uri), 'not-offered');
    assert.deepEqual(edits, []);
  });

  test('is rejected for a file that is not a config, or has no pools to change', async () => {
    await failsWith(open(null, bounds).commands.addMissingPools(uri), 'bad-parameter');
    const finder = { ...configOf(), form: 'smb-finder' } as const;
    await failsWith(open(finder, bounds).commands.removeDeadPools(uri), 'bad-parameter');
    for (const form of ['smb-mints', 'smb-v10'] as const) {
      const config = { ...configOf(['a'], ['b']), form };
      await failsWith(open(config, bounds).commands.mergeGroups(uri), 'bad-parameter');
    }
  });

  test('merges the groups that the user chooses from the combinations', async () => {
    const config: BotConfig = { ...configOf(['a'], ['b'], ['c']), form: 'notarb-json' };
    const report = reportOf({ a: 5, b: 1, c: 2 }, [7, 1, 2]);
    const labels: string[] = [];
    const { commands, edits, messages } = open(config, report, (choices) => {
      labels.push(...choices.map(({ label }) => label));
      return choices.find(({ label }) => label === 'Groups 1 and 3');
    });
    await commands.mergeGroups(uri);
    assert.deepEqual(labels.toSorted(), [
      ...['All 3 groups', 'Groups 1 and 2', 'Groups 1 and 3', 'Groups 2 and 3'],
    ]);
    assert.deepEqual(edits, [{ kind: 'merge-groups', indexes: [0, 2] }]);
    assert.deepEqual(messages, ['The diff merges 2 groups of bot.toml.']);
    const left = open(config, report);
    await left.commands.mergeGroups(uri);
    assert.deepEqual(left.edits, [], 'the user left');
  });

  test('applies to the config that its button names, otherwise to the active file', () => {
    const { readConfigArgument } = module;
    assert.deepEqual(readConfigArgument(uri), { uri, count: null, entry: null });
    assert.deepEqual(readConfigArgument({ uri: '/bots/bot.toml', count: 3, entry: -1 }), {
      ...{ uri, count: 3, entry: null },
    });
    assert.throws(() => readConfigArgument(undefined), /Open a bot config first/);
    window.activeTextEditor = { document: { uri } };
    assert.deepEqual(readConfigArgument({ count: 'all' }), { uri, count: null, entry: null });
  });
});
