import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { AddressDragController } from '../../../src/extension/ui/addressDragController.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import { knownMints } from '../../../src/solana/knownMints.ts';
import { responseSchema, sampleValue } from '../../contract/schemaSamples.ts';
import { FakeService } from '../../fakeService.ts';
import {
  cancel,
  PrompterDouble,
  type Reply,
} from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { sandboxSignatureVariable } from '../results.ts';
import {
  activated,
  HeldTimer,
  hasVerdict,
  replaced,
  rowsOnce,
  sandboxTimeout,
  settingsOnce,
  treeOnce,
} from './window.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);
const isToken = ({ context }: TreeRow): boolean => context === 'token';
const hasTokens = (rows: readonly TreeRow[]): boolean => hasVerdict(rows) && rows.some(isToken);

suite('A user of the Finder', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;

  suiteSetup(async () => {
    access = await activated();
    await run('finder.focus');
    await rowsOnce(access, hasTokens);
  });
  teardown(() => access.prompter.replace(null));
  suiteTeardown(async () => {
    const { choices } = access;
    await choices.setFilters(choices.defaultFilters);
    await choices.setOrder('revenues');
    for (const mint of choices.pins) await choices.togglePin(mint);
  });

  function answering(...replies: Reply[]): PrompterDouble {
    const prompter = new PrompterDouble(replies);
    access.prompter.replace(prompter);
    return prompter;
  }
  const tokens = () => access.finder.tree.rows.filter(isToken);
  const mints = () => tokens().map(({ address }) => address ?? '');
  const rowAt = (index: number): TreeRow => {
    const row = tokens()[index];
    assert.ok(row !== undefined);
    return row;
  };
  const asked = (isIt: (request: Readonly<Record<string, unknown>>) => boolean) =>
    rowsOnce(access, () => isIt({ ...access.finder.response?.request }));

  test('filters it, sees the filters next to the title, and clears them', async () => {
    answering('Max tokens', '5', 'Min transactions', '2', cancel);
    await run('filterFinder');
    await asked(({ tokensMax, tokensMinTransactions }) => {
      return tokensMax === 5 && tokensMinTransactions === 2;
    });
    assert.ok(tokens().length <= 5);
    assert.equal(
      access.finder.tree.view.description,
      'Sandbox · Max tokens: 5 · Min transactions: 2',
    );
    answering('Min transactions', '1', cancel);
    await run('editFinderFilters');
    await asked(({ tokensMinTransactions }) => tokensMinTransactions === 1);
    answering('Save', 'Few');
    await run('finderPresets');
    await run('clearFinderFilters');
    await asked(({ tokensMax }) => tokensMax === 20);
    assert.equal(access.finder.tree.view.description, 'Sandbox');
    answering('Few');
    await run('finderPresets');
    await asked(({ tokensMax }) => tokensMax === 5);
    answering('Delete', 'Few');
    await run('finderPresets');
    await run('clearFinderFilters');
    await asked(({ tokensMax }) => tokensMax === 20);
  });

  test('sorts by each figure, with pinned tokens at the top', async () => {
    for (const [order, label] of [
      ['profits', 'Net gains'],
      ['transactions', 'Transactions'],
      ['liquidity', 'Liquidity'],
      ['volume', 'Volume'],
    ] as const) {
      answering(label);
      await run('sortFinder');
      assert.equal(access.finder.tree.view.description, `Sandbox · by ${label.toLowerCase()}`);
      const figures = access.finder.shown?.result.tokens.map((token) => token[order]) ?? [];
      assert.deepEqual(
        figures,
        [...figures].sort((one, other) => other - one),
      );
    }
    const last = rowAt(tokens().length - 1);
    await run('pinToken', last);
    assert.equal(rowAt(0).address, last.address);
    assert.equal(access.finder.tree.getTreeItem(rowAt(0)).contextValue, 'token-pinned');
    await run('unpinToken', rowAt(0));
    assert.notEqual(rowAt(0).address, last.address);
    answering('Gross gains');
    await run('sortFinder');
    assert.equal(access.finder.tree.view.description, 'Sandbox');
  });

  test('copies addresses and mint lists, and drags rows as addresses', async () => {
    await run('copyAddress', rowAt(1));
    assert.equal(await vscode.env.clipboard.readText(), mints()[1]);
    await run('copyMints', rowAt(0), [rowAt(0), rowAt(1)]);
    assert.equal(await vscode.env.clipboard.readText(), mints().slice(0, 2).join('\n'));
    await run('copyMints');
    assert.equal(await vscode.env.clipboard.readText(), mints().join('\n'));
    const data = new vscode.DataTransfer();
    const [amm] = await access.finder.tree.getChildren(rowAt(0));
    const [pool] = await access.finder.tree.getChildren(amm);
    assert.ok(pool !== undefined);
    new AddressDragController().handleDrag([rowAt(0), pool], data);
    assert.equal(await data.get('text/plain')?.asString(), `${mints()[0]}\n${pool.address}`);
  });

  test('opens only a token, pool or transaction in the chosen explorer', async () => {
    const opened: string[] = [];
    const env = replaced(vscode.env, {
      openExternal: async (url) => {
        opened.push(url.toString());
        return true;
      },
    });
    const settings = vscode.workspace.getConfiguration();
    const choose = (explorer: string | undefined) =>
      settings.update('arbscope.explorer', explorer, vscode.ConfigurationTarget.Global);
    const [amm] = await access.finder.tree.getChildren(rowAt(0));
    const [pool] = await access.finder.tree.getChildren(amm);
    const signature = process.env[sandboxSignatureVariable] ?? '';
    try {
      await run('openInExplorer', rowAt(0));
      await choose('solanaExplorer');
      await run('openInExplorer', pool);
      await run('openInExplorer', signature);
      for (const given of [access.finder.tree.rows[0], 'https://evil.example', undefined]) {
        await run('openInExplorer', given);
      }
    } finally {
      env.dispose();
      await choose(undefined);
    }
    assert.deepEqual(opened, [
      `https://solscan.io/account/${mints()[0]}`,
      `https://explorer.solana.com/address/${pool?.address}`,
      `https://explorer.solana.com/tx/${signature}`,
    ]);
  });

  test('excludes several selected tokens at once', async () => {
    const [first = '', second = ''] = mints();
    await run('excludeToken', rowAt(0), [rowAt(0), rowAt(1)]);
    await asked(({ tokensExclude }) => Array.isArray(tokensExclude));
    assert.ok(!mints().includes(first) && !mints().includes(second));
    assert.match(access.finder.tree.view.description ?? '', /Excluded tokens: /);
    await run('clearFinderFilters');
    await asked(({ tokensExclude }) => tokensExclude === undefined);
  });

  test('removes the default threshold in the settings, or all limits with a preset', async () => {
    const settings = vscode.workspace.getConfiguration('arbscope.finder');
    await settings.update('thresholdProfitsUsd', null, vscode.ConfigurationTarget.Global);
    await asked(({ thresholdProfits }) => thresholdProfits === undefined);
    await settings.update('thresholdProfitsUsd', undefined, vscode.ConfigurationTarget.Global);
    await asked(({ thresholdProfits }) => thresholdProfits === 50);
    answering('Everything');
    await run('finderPresets');
    await asked(({ thresholdTransactions }) => thresholdTransactions === undefined);
    await run('clearFinderFilters');
    await asked(({ thresholdTransactions }) => thresholdTransactions === 30);
  });

  test('sees the reasons for the recommendation and edits a threshold from there', async () => {
    const [verdict] = await rowsOnce(access, hasVerdict);
    const reasons = await access.finder.tree.getChildren(verdict);
    assert.deepEqual(
      reasons.map(({ label }) => label),
      [
        ...['Net gains', 'Gross gains', 'Transactions', 'Window'],
        ...['Base tokens', 'All providers', 'All bots', 'All wallets'],
      ],
    );
    const [gains] = reasons;
    assert.ok(gains !== undefined);
    assert.equal(access.finder.tree.getTreeItem(gains).contextValue, 'figure-filter');
    answering('1B');
    await run('filterFinder', gains);
    await asked(({ thresholdProfits }) => thresholdProfits === 1e9);
    const [changed] = await access.finder.tree.getChildren(access.finder.tree.rows[0]);
    assert.match(changed?.description ?? '', / < \$1\.00B$/);
    await run('clearFinderFilters');
    await asked(({ thresholdProfits }) => thresholdProfits === 50);
  });

  test('hides tokens with a mint or freeze authority, and sees how many are hidden', async () => {
    for (const filter of ['mintAuthority', 'freezeAuthority']) {
      answering('revoked');
      await run('filterFinder', filter);
      const isChecked = ({ description }: TreeRow) => !/Not checked yet/.test(description);
      const rows = await rowsOnce(access, (all) => hasVerdict(all) && all.every(isChecked));
      const hidden = rows.find(({ id }) => id === 'hidden');
      const shown = access.finder.shown?.result.tokens.length ?? 0;
      const all = access.finder.response?.result.tokens.length ?? 0;
      assert.equal(tokens().length, shown);
      assert.equal(shown === all, hidden === undefined);
      assert.equal(filter in { ...access.finder.response?.request }, false);
      await run('clearFinderFilters');
      await rowsOnce(access, () => tokens().length === all);
    }
  });

  test('finds a token’s pools in the Market Cache', async () => {
    await run('showPools', rowAt(0));
    const { tree, filter } = access.trees.marketCache;
    assert.deepEqual(filter.mints, [mints()[0]]);
    await treeOnce(tree, ([row]) => row?.context === 'group');
    await run('clearPoolFilter');
    await run('finder.focus');
  });

  test('sets the interval of its automatic refresh', async () => {
    const settings = () => vscode.workspace.getConfiguration('arbscope.finder');
    const timer = new HeldTimer(300_000);
    try {
      const before = access.finder.response;
      answering('5 min');
      await run('refreshFinderEvery');
      await settingsOnce(() => settings().get('refreshSeconds') === 300);
      await rowsOnce(access, () => access.finder.response !== before);
      // Each refresh schedules the next.
      for (let time = 1; time <= 2; time++) {
        const { response } = access.finder;
        await timer.runOut();
        await rowsOnce(access, () => access.finder.response !== response);
      }
    } finally {
      timer.dispose();
    }
    answering('Off');
    await run('refreshFinderEvery');
    await settingsOnce(() => settings().get('refreshSeconds') === 0);
  });

  test('keeps a setting of alerts that is no list, and is told what is wrong with it', async () => {
    const settings = vscode.workspace.getConfiguration();
    const target = vscode.ConfigurationTarget.Global;
    const alerts = () => vscode.workspace.getConfiguration('arbscope').get('alerts');
    try {
      await settings.update('arbscope.alerts', { when: 'recommendation' }, target);
      await settingsOnce(() => !Array.isArray(alerts()));
      const prompter = answering('The recommendation changes', 'Also while');
      await run('addAlert');
      assert.deepEqual(alerts(), { when: 'recommendation' });
      assert.equal(prompter.told.at(-1), 'The setting must be a list.');
    } finally {
      await settings.update('arbscope.alerts', undefined, target);
      await settingsOnce(() => Array.isArray(alerts()));
    }
  });

  test('is alerted once when the recommendation changes, can mute that, and reads how to fix a filter that a service rejects', async () => {
    const service = new FakeService('verdict-key');
    await service.listen();
    const answer = sampleValue(responseSchema('finder')) as {
      readonly tokens: readonly object[];
      readonly filters: object;
      readonly threshold: object;
    };
    let isArbitrageRecommended = false;
    const [one = '', two = '', three = '', four = ''] = knownMints.keys();
    let ranked = [one, two, three];
    service.failWith = ({ operation, url }) => {
      if (operation !== 'finder') return null;
      if (url.includes('tokensMinPool')) {
        const message = 'tokensMinPool is not supported';
        return { status: 400, body: JSON.stringify({ statusCode: 400, message }) };
      }
      const threshold = { ...answer.threshold, isArbitrageRecommended };
      const ranking = ranked.map((mint) => ({ ...answer.tokens[0], mint }));
      return { status: 200, body: JSON.stringify({ ...answer, tokens: ranking, threshold }) };
    };
    const settings = vscode.workspace.getConfiguration();
    const target = vscode.ConfigurationTarget.Global;
    const settingsNow = () => vscode.workspace.getConfiguration('arbscope');
    try {
      answering('The recommendation changes', 'Also while');
      await run('addAlert');
      await settingsOnce(() => settingsNow().get<object[]>('alerts')?.length === 1);
      answering('Service', service.url, 'Turning', '', 'Lowest', 'verdict-key');
      await run('addConnection');
      await rowsOnce(access, hasVerdict);
      isArbitrageRecommended = true;
      ranked = [two, one, four];
      const prompter = answering('1', cancel);
      prompter.pressed = ['Mute'];
      const wasShown = access.finder.response;
      await run('refreshFinder');
      await rowsOnce(access, () => access.finder.response !== wasShown);
      assert.match(
        prompter.told.at(-1) ?? '',
        /^Turning: Arbitrage is now recommended\. In .*: Net gains/,
      );
      const menu = answering(cancel);
      await run('manageAlerts');
      assert.equal(menu.choices[0]?.[0], '$(bell-slash) The recommendation changes');
      access.prompter.replace(prompter);
      const [first = '', second = '', third = ''] = tokens().map(({ description }) => description);
      assert.match(first, /^▲1 · /);
      assert.match(second, /^▼1 · /);
      assert.match(third, /^new · /);
      assert.equal(access.finder.tree.rows.at(-1)?.label, '1 token dropped out');
      ranked = [];
      await run('refreshFinder');
      await rowsOnce(access, (rows) => hasVerdict(rows) && !rows.some(isToken));
      assert.ok(access.finder.tree.rows.some(({ label }) => label === 'No tokens'));
      await run('filterFinder', 'tokensMinPool');
      const [error] = await rowsOnce(access, ([row]) => row?.context === 'error');
      assert.match(new Map(error?.facts()).get('Reason') ?? '', /tokensMinPool is not supported/);
      assert.equal(error?.state, 'filter');
      assert.equal(error?.click?.title, 'Edit Filters');
    } finally {
      await settings.update('arbscope.alerts', undefined, target);
      await run('clearFinderFilters');
      await run('switchConnection', 'Sandbox');
      access.prompter.replace(new PrompterDouble());
      await run('removeConnection', 'Turning');
      await settings.update('arbscope.connections', undefined, target);
      await service.close();
    }
    await rowsOnce(access, hasTokens);
  });
});
