import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ArbitrageRecord } from '../../../../src/engine/decode/arbitrageRecord.ts';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import type { ExpectedRecord } from '../../../../src/engine/sources/simulated/expectedRecord.ts';
import { SimulatedMarket } from '../../../../src/engine/sources/simulated/simulatedMarket.ts';

const start = 1_790_000_040;

/** A record in the terms of an intent. */
function asIntent(record: ArbitrageRecord): ExpectedRecord {
  const [tip] = record.tips;
  const [botFee] = record.botFees;
  assert.ok(record.tips.length <= 1 && record.botFees.length <= 1);
  assert.deepEqual(record.closingDifferences, []);
  return {
    signature: record.signature,
    kind: record.type === 'other' ? 'swap' : record.type,
    wallet: record.wallet,
    bot: record.bot,
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
    computeUnits: record.computeUnits,
    computeUnitLimit: record.computeUnitLimit ?? 0,
  };
}

suite('decoding the simulated market', () => {
  for (const seed of [1, 2, 2026]) {
    test(`reads exactly what was meant (seed ${seed})`, () => {
      const market = new SimulatedMarket(seed);
      for (let second = start; second < start + 86_400; second += 60 * 36) {
        const { slot, block, expectedRecords } = market.block(second, second + 59);
        const decoded = decodeBlock(slot, block);
        assert.deepEqual(decoded.unreadable, []);
        const expected = expectedRecords.filter(
          ({ kind }) => kind !== 'swap' && kind !== 'unmarked-failure',
        );
        assert.deepEqual(decoded.records.map(asIntent), expected);
      }
    });
  }

  test('finds prices of SOL against dollars in every hour, near one another', () => {
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
