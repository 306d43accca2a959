import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import type { PriceLookup } from '../../../../src/engine/prices/priceTracker.ts';
import { computeValuation, storedFigures } from '../../../../src/engine/store/recordValuation.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import { dogMint, jupiter, trader, whirlpoolSwap } from './swapFixtures.ts';

/** SOL -> DOG -> SOL with an input of 5,000,000 lamports and the given amounts. */
function decodeCycle({ bought, sold, back }: Record<'bought' | 'sold' | 'back', bigint>) {
  const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
  const pay = [wrappedSolMint, 5_000_000n] as const;
  whirlpoolSwap(builder, { pool: address('first pool'), pay, get: [dogMint, bought] });
  whirlpoolSwap(builder, {
    pool: address('second pool'),
    pay: [dogMint, sold],
    get: [wrappedSolMint, back],
  });
  return decodeTransaction(builder.build());
}

describe('The net gain in SOL', () => {
  it('has no digits below a lamport if all amounts are SOL', () => {
    const { record } = decodeCycle({ bought: 100_000n, sold: 100_000n, back: 5_133_617n });
    assert.ok(record);
    const none = () => null;
    const priceless: PriceLookup = { priceOf: none, decimalsOf: none, depthUsdOf: none };
    for (const amount of [1n, 301n, 1_000n]) {
      const botFee = { mint: wrappedSolMint, amount, to: trader };
      const botFees = [botFee, botFee];
      const { netGainsSol } = computeValuation({ ...record, botFees }, priceless);
      const lamports: bigint = 133_617n - record.feeLamports - 2n * amount;
      assert.equal(String(netGainsSol), `0.000${lamports}`);
    }
  });
});

describe('Residuals of middle mints', () => {
  it('may be negative up to 0.1 % of the sold amount, listed as a loss next to the gain', () => {
    const { record } = decodeCycle({ bought: 99_900n, sold: 100_000n, back: 5_000_900n });
    assert.equal(record?.type, 'arbitrage');
    assert.equal(record.baseMint, wrappedSolMint);
    assert.deepEqual(record.grossGains, [
      { mint: wrappedSolMint, amount: 900n },
      { mint: dogMint, amount: -100n },
    ]);
    assert.deepEqual(record.closingDifferences, []);
  });

  it('lower the net gain if negative, but not the gross gain', () => {
    const { record } = decodeCycle({ bought: 99_900n, sold: 100_000n, back: 5_000_900n });
    assert.ok(record);
    const prices: PriceLookup = {
      priceOf: (mint) => ({ priceUsd: mint === wrappedSolMint ? 100 : 2, timeSeconds: 1 }),
      decimalsOf: (mint) => (mint === wrappedSolMint ? 9 : 6),
      depthUsdOf: () => 1_000,
    };
    const { revenuesUsd, profitsUsd, netGainsSol } = storedFigures(
      computeValuation(record, prices),
    );
    const costUsd = (Number(record.feeLamports) / 1e9) * 100 + (100 / 1e6) * 2;
    assert.equal(revenuesUsd, (900 / 1e9) * 100);
    assert.ok(Math.abs(profitsUsd - (revenuesUsd - costUsd)) < 1e-12, `${profitsUsd}`);
    assert.ok(Math.abs(netGainsSol - profitsUsd / 100) < 1e-14, `${netGainsSol}`);
  });

  it('do not explain a larger loss: the trader sold tokens from earlier', () => {
    const { record, reason } = decodeCycle({ bought: 99_899n, sold: 100_000n, back: 5_000_900n });
    assert.equal(record, null);
    assert.equal(reason, `open cycle: more of ${dogMint} is sold than bought`);
  });

  for (const [bought, sold] of [
    [99_900n, 100_000n],
    [100_000n, 99_900n],
  ] as const) {
    it(`do not turn a losing cycle into a gain: ${bought} bought, ${sold} sold`, () => {
      const { record } = decodeCycle({ bought, sold, back: 4_999_000n });
      assert.equal(record?.type, 'circular-with-loss');
    });
  }

  for (const [bought, sold] of [
    [10_000n, 100_000n],
    [99_899n, 100_000n],
    [100_000n, 99_899n],
  ] as const) {
    it(`do not close a losing cycle if too large: ${bought} bought, ${sold} sold`, () => {
      assert.equal(decodeCycle({ bought, sold, back: 4_999_000n }).record, null);
    });
  }

  it('do not make an arbitrage of a cycle without a gain in the base mint', () => {
    const { record } = decodeCycle({ bought: 99_900n, sold: 100_000n, back: 5_000_000n });
    assert.equal(record?.type, 'circular-with-loss');
  });
});
