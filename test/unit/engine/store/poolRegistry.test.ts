import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PriceTracker } from '../../../../src/engine/prices/priceTracker.ts';
import { PoolRegistry } from '../../../../src/engine/store/poolRegistry.ts';
import { usdcMint } from '../../../../src/solana/baseMints.ts';
import { address, block } from '../syntheticBlocks.ts';

const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const pool = address('pool');
const stranger = { pool, program: address('stranger'), mint: address('own'), amount: 9n };
const known = { pool, program: whirlpool, mint: usdcMint, amount: 1_000_000n };

describe('A pool of a known AMM', () => {
  for (const order of [
    [known, stranger],
    [stranger, known],
  ]) {
    it(`ignores a program that names it ${order[0] === known ? 'later' : 'first'}`, () => {
      const pools = new PoolRegistry();
      for (const [at, vault] of order.entries()) {
        const slot = 100 + at;
        pools.observe(block({ slot, vaults: [{ ...vault, vault: address(`v${at}`) }] }), slot);
      }
      const prices = new PriceTracker();
      prices.observe(block(), 100);
      assert.equal(pools.find(pool)?.program, whirlpool);
      assert.deepEqual([...(pools.find(pool)?.mints ?? [])], [usdcMint]);
      assert.equal(pools.liquidityUsd(usdcMint, prices), 1);
      assert.equal(pools.liquidityUsd(stranger.mint, prices), 0);
    });
  }
});

describe('The liquidity of a token', () => {
  const prices = new PriceTracker();
  prices.observe(block(), 100);
  const pumpSwap = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
  const pumped = { ...known, pool: address('pumped'), program: pumpSwap };
  const liquidityOf = (...vaults: readonly (typeof known)[]) => {
    const pools = new PoolRegistry();
    const named = vaults.map((vault, at) => ({ ...vault, vault: address(`v${at}`) }));
    pools.observe(block({ vaults: named }), 100);
    return pools.liquidityUsd(usdcMint, prices);
  };

  it('is unknown if no vault shows the reserves of its pool', () => {
    assert.equal(liquidityOf(pumped), null);
    assert.equal(liquidityOf(), 0);
  });

  it('is that of the other pools', () => {
    assert.equal(liquidityOf(pumped, known), 1);
  });
});
