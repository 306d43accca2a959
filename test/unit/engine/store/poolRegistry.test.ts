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
