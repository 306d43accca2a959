import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ArbitrageRecord } from '../../src/engine/decode/arbitrageRecord.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { hasSwapTemplate } from '../../src/engine/pools/swapAccounts.ts';
import type { ExpectedRecord } from '../../src/engine/sandbox/expectedRecord.ts';
import { SimulatedMarket } from '../../src/engine/sandbox/simulatedMarket.ts';

const start = 1_790_000_040;

/** A failure's record has neither the legs that it undid, nor the tip that it offered, nor its log. */
type Intent = Omit<ExpectedRecord, 'error' | 'undoneLegs' | 'offeredTip' | 'log'>;

function asIntent(record: ArbitrageRecord): Intent {
  const [tip] = record.tips;
  const [botFee] = record.botFees;
  assert.ok(record.tips.length <= 1 && record.botFees.length <= 1);
  assert.deepEqual(record.closingDifferences, []);
  return {
    signature: record.signature,
    kind: record.type === 'other' ? 'swap' : record.type,
    wallet: record.wallet,
    bot: record.bot,
    attempt: record.attempt,
    legs: record.legs.map((leg) => ({
      program: leg.program,
      pool: leg.pool ?? '',
      lookupTable: leg.lookupTable ?? '',
      inputMint: leg.inputMint,
      inputAmount: Number(leg.inputAmount),
      outputMint: leg.outputMint,
      outputAmount: Number(leg.outputAmount),
      poolReceived: Number(leg.poolReceived),
      poolSent: Number(leg.poolSent),
    })),
    grossGains: new Map(record.grossGains.map(({ mint, amount }) => [mint, Number(amount)])),
    baseMint: record.baseMint,
    tip: tip
      ? {
          provider: tip.provider,
          recipient: tip.recipient,
          lamports: Number(tip.amount),
          inner: tip.inner,
        }
      : null,
    botFee: botFee ? { ...botFee, amount: Number(botFee.amount) } : null,
    feeLamports: Number(record.feeLamports),
    computeUnits: record.computeUnits ?? 0,
    computeUnitLimit: record.computeUnitLimit ?? 0,
    usesDurableNonce: record.usesDurableNonce ?? assert.fail(),
  };
}

suite('Decoding the simulated market', () => {
  for (const seed of [1, 2, 2026]) {
    test(`yields exactly the generated transactions (seed ${seed})`, () => {
      const market = new SimulatedMarket(seed);
      for (let second = start; second < start + 86_400; second += 60 * 36) {
        const { slot, block, expectedRecords } = market.block(second, second + 59);
        const decoded = decodeBlock(slot, block);
        assert.deepEqual(decoded.unreadable, []);
        const expected = expectedRecords
          .filter(({ kind }) => kind !== 'swap' && kind !== 'unmarked-failure')
          .map(
            ({ error: _error, undoneLegs: _legs, offeredTip: _tip, log: _log, ...intent }) =>
              intent,
          );
        assert.deepEqual(decoded.records.map(asIntent), expected);
      }
    });
  }

  for (const seed of [1, 3, 2027]) {
    test(`agrees with the records generated without transactions (seed ${seed})`, () => {
      const market = new SimulatedMarket(seed);
      for (let second = start; second < start + 86_400; second += 60 * 36) {
        const { slot, block } = market.block(second, second + 59);
        // Selects some of the swaps, as the market cache does.
        const wants = () => {
          let asked = 0;
          return (program: string) => hasSwapTemplate(program) && asked++ % 3 === 0;
        };
        const expected = decodeBlock(slot, block, wants());
        assert.ok(
          expected.observations.some(({ swapInstruction }) => swapInstruction !== undefined),
        );
        const actual = market.generateRecords(second, second + 59, wants());
        assert.deepEqual(actual, expected);
      }
    });
  }

  test('finds a SOL price in dollars for every hour, each close to the next', () => {
    const market = new SimulatedMarket(1);
    const [sol, usdc] = market.tokens;
    for (let second = start; second < start + 86_400; second += 3_600) {
      const { slot, block } = market.block(second, second + 599);
      const prices = decodeBlock(slot, block)
        .observations.filter((each) => each.inputMint === sol?.mint)
        .filter((each) => each.outputMint === usdc?.mint)
        .map(({ inputAmount, outputAmount }) => (Number(outputAmount) / Number(inputAmount)) * 1e3);
      assert.ok(prices.length > 0);
      for (const price of prices) assert.ok(Math.abs(price / 165 - 1) < 0.08, String(price));
    }
  });
});
