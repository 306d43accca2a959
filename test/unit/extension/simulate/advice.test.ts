import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SimulatedTransaction } from '../../../../src/api/arbscope/simulate.ts';
import { loadedDataCost, simulationAdvice } from '../../../../src/extension/simulate/advice.ts';
import {
  failedTransaction,
  sampleRecord,
  sampleTips,
  sampleTransaction,
} from '../../webview/simulate/sampleSimulation.ts';

const advise = (changes: Partial<SimulatedTransaction> = {}, marginPercent = 10) =>
  simulationAdvice(sampleTransaction(changes), {
    marginPercent,
    tipsOf: (provider) => (provider === 'JITO' ? sampleTips : null),
    tipsFault: '',
  });

const only = <Kind extends string>(kind: Kind, changes?: Partial<SimulatedTransaction>) =>
  advise(changes).filter((each) => each.kind === kind)[0] as
    | Extract<ReturnType<typeof advise>[number], { kind: Kind }>
    | undefined;

describe('The advised compute unit limit', () => {
  test('is the usage plus the margin, with the change of the priority fee', () => {
    const advice = only('unit-limit');
    assert.equal(advice?.suggested, 178_211);
    // 400,000 and 178,211 units at 62,500 micro-lamports: 25,000 and 11,139 lamports, rounded up.
    assert.equal(advice?.feeChange, '-13861');
    assert.equal(only('unit-limit', { compute_units: 100 })?.suggested, 110);
    const zero = advise({}, 0).find(({ kind }) => kind === 'unit-limit');
    assert.equal(zero?.kind === 'unit-limit' && zero.suggested, 162_010);
  });

  test('never exceeds the maximum of a transaction', () => {
    assert.equal(only('unit-limit', { compute_units: 1_390_000 })?.suggested, 1_400_000);
  });

  test('is missing if the limit is set to it already, or the usage is unknown', () => {
    assert.equal(only('unit-limit', { compute_unit_limit: 178_211 }), undefined);
    assert.equal(only('unit-limit', { compute_units: null }), undefined);
  });

  test('changes no fee if the fee does not depend on it', () => {
    assert.equal(only('unit-limit', { micro_lamports_per_unit: null })?.feeChange, null);
  });
});

describe('The advice about the tip', () => {
  test('gives the break-even tip to the lamport', () => {
    const advice = only('tip');
    assert.equal(advice?.tip, '1000000');
    assert.equal(advice?.breakEven, '2980126');
    assert.equal(advice?.market?.sample, 104);
  });

  test('subtracts the bot fee and other tips from the break-even tip', () => {
    const record = sampleRecord();
    const [tip] = record.tips_details;
    const [gain] = record.gains_details;
    assert.ok(tip && gain);
    const both = {
      ...record,
      tips_details: [tip, { ...tip, type: 'FAST', amount: 200_000n }],
      bot_fees_details: [{ ...gain, amount: 80_126n, to: [] }],
    };
    const tips = advise({ record: both }).flatMap((each) => (each.kind === 'tip' ? [each] : []));
    assert.deepEqual(
      tips.map(({ provider, breakEven, market }) => [provider, breakEven, market === null]),
      [
        ['JITO', '2700000', false],
        ['FAST', '1900000', true],
      ],
    );
  });

  test('has no break-even tip if a token of the gain has no price', () => {
    const record = sampleRecord();
    const [gain] = record.gains_details;
    assert.ok(gain);
    const unpriced = { ...gain, mint: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', price: null };
    const advice = only('tip', { record: { ...record, gains_details: [unpriced] } });
    assert.equal(advice?.breakEven, null);
  });

  test('is missing without a tip', () => {
    assert.equal(only('tip', { record: sampleRecord({ tips_details: [] }) }), undefined);
  });
});

describe('The advised limit of loaded accounts data', () => {
  test('is in whole pages of 32 KiB, with the cost of each limit in compute units', () => {
    const advice = only('loaded-data');
    assert.equal(advice?.limit, 64 * 1_024 * 1_024);
    assert.equal(advice?.costNow, 16_384);
    assert.equal(advice?.suggested, 50 * 32 * 1_024);
    assert.equal(advice?.costSuggested, 400);
    assert.equal(loadedDataCost(1), 8);
  });

  test('is missing if a smaller limit is set, or the node does not report the loaded size', () => {
    assert.equal(only('loaded-data', { loaded_accounts_data_limit: 1_500_000 }), undefined);
    assert.equal(only('loaded-data', { loaded_accounts_data_bytes: null }), undefined);
  });
});

test('A failed transaction gets no advice, since it stopped early', () => {
  const options = { marginPercent: 10, tipsOf: () => sampleTips, tipsFault: '' };
  assert.deepEqual(simulationAdvice(failedTransaction(), options), []);
});
