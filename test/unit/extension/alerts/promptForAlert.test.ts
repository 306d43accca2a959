import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbitrageSummary } from '../../../../src/api/arbscope/arbitrages.ts';
import type { Alert } from '../../../../src/extension/alerts/alertEngine.ts';
import { parseAlertRules, toAlertSetting } from '../../../../src/extension/alerts/alertRules.ts';
import { alertNotice, ruleLabel } from '../../../../src/extension/alerts/alertTexts.ts';
import { promptForAlert } from '../../../../src/extension/alerts/promptForAlert.ts';
import { cancel, PrompterDouble, type Reply } from '../ui/prompts/prompterDouble.ts';

const rival = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const nameOf = (address: string) => (address === rival ? 'Rival' : undefined);

async function made(
  replies: readonly Reply[],
  {
    row = null,
    tasks = [],
    typed = '',
  }: { row?: never | object | null; tasks?: string[]; typed?: string } = {},
) {
  const prompter = new PrompterDouble(replies);
  prompter.typed = typed;
  const suggestions = () => [
    { kind: 'wallet', value: rival } as const,
    { kind: 'token', value: mint } as const,
  ];
  const options = { prompter, nameOf, suggestions, tasks: async () => tasks };
  const rule = await promptForAlert(options, row as never);
  return { prompter, rule, setting: rule && toAlertSetting(rule) };
}

describe('A user who adds an alert', () => {
  test('chooses what it is about, its figures and where it comes', async () => {
    const gain = await made(['more than an amount', 'Rival', '<keep>', 'Only while']);
    assert.deepEqual(gain.setting, { when: 'gain', wallet: rival, aboveUsd: 5 });
    const failures = await made([
      'fails several',
      'A tracked wallet',
      '0',
      '3',
      '20',
      'Also while',
    ]);
    assert.deepEqual(failures.setting, {
      ...{ when: 'failures', wallet: 'tracked', times: 3, minutes: 20 },
      whileHidden: true,
    });
    assert.deepEqual(failures.prompter.complaints, ['Enter a number from 1 to 1000.']);
    assert.ok(!failures.prompter.choices[1]?.some((label) => /^USDC|EPjF/.test(label)));
  });

  test('can type an address, and choose a task of the workspace', async () => {
    const pool = await made(['more than an amount', `Pool: ${mint}`, '1', 'Only', 'restart bot'], {
      typed: mint,
      tasks: ['build', 'restart bot'],
    });
    assert.deepEqual(pool.setting, {
      ...{ when: 'gain', pool: mint, aboveUsd: 1 },
      task: 'restart bot',
    });
  });

  test('starts from a row, and can cancel', async () => {
    const row = { kind: 'token', value: mint };
    const token = await made(['more than an amount', '2', 'Only'], { row });
    assert.deepEqual(token.setting, { when: 'gain', token: mint, aboveUsd: 2 });
    assert.deepEqual(token.prompter.choices[0]?.length, 1);
    assert.equal((await made(['recommendation', cancel])).rule, null);
  });
});

describe('An alert', () => {
  const [gain, failures] = parseAlertRules([
    { when: 'gain', wallet: 'tracked', aboveUsd: 5 },
    { when: 'failures', wallet: rival, times: 3, minutes: 20 },
  ]).rules;

  test('says what happened and leads to it', () => {
    assert.ok(gain !== undefined && failures !== undefined);
    const arbitrage = {
      ...{ signature: 'sig', wallet: rival, net_gains_usd: 7.5, net_gains_sol: 0.05 },
      mints: [
        { mint: 'So11111111111111111111111111111111111111112', symbol: 'SOL' },
        { mint, symbol: 'USDC' },
      ],
    } as unknown as ArbitrageSummary;
    const told = (alert: Alert) => {
      const { message, action } = alertNotice(alert, nameOf);
      return [message, action.command, action.argument];
    };
    assert.deepEqual(told({ rule: gain, cause: { kind: 'gain', arbitrage } }), [
      'Rival gained $7.50 net: SOL → USDC.',
      'arbscope.lookUpTransaction',
      'sig',
    ]);
    assert.deepEqual(
      told({ rule: failures, cause: { kind: 'failures', wallet: rival, times: 3 } }),
      ['Rival failed 3 times in 20 min.', 'arbscope.openWallet', rival],
    );
    assert.equal(ruleLabel(gain, nameOf), 'A tracked wallet gains more than $5.00 at once');
    assert.equal(ruleLabel(failures, nameOf), 'Rival fails 3 times in 20 min');
  });
});
