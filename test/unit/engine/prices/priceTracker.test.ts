import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PriceObservation } from '../../../../src/engine/decode/arbitrageRecord.ts';
import { PriceTracker, usdValue } from '../../../../src/engine/prices/priceTracker.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address } from '../syntheticBlocks.ts';

const token = address('token');
const decimals = new Map([[token, 6]]);

const swap = (
  inputMint: string,
  inputAmount: bigint,
  outputMint: string,
  outputAmount: bigint,
): PriceObservation => ({
  inputMint,
  inputAmount,
  outputMint,
  outputAmount,
  program: address('amm'),
  pool: null,
});
const solFor = (usd: number): PriceObservation =>
  swap(wrappedSolMint, 1_000_000_000n, usdcMint, BigInt(usd * 1e6));

test('SOL is priced by swaps against stablecoins, other mints through SOL', () => {
  const prices = new PriceTracker();
  prices.observe(
    [swap(token, 2_000_000n, wrappedSolMint, 1_000_000_000n), solFor(150)],
    decimals,
    1_000,
  );
  assert.deepEqual(prices.priceOf(wrappedSolMint), { priceUsd: 150, timeSeconds: 1_000 });
  assert.deepEqual(prices.priceOf(token), { priceUsd: 75, timeSeconds: 1_000 });
  assert.equal(usdValue(prices, token, 4_000_000n), 300);
});

test('stablecoins are worth one dollar', () => {
  const prices = new PriceTracker();
  prices.observe([], decimals, 7);
  assert.equal(prices.priceOf(usdcMint)?.priceUsd, 1);
  assert.equal(usdValue(prices, usdtMint, 2_500_000n), 2.5);
});

test('a mint without swaps against a quote has no price', () => {
  const prices = new PriceTracker();
  prices.observe([swap(token, 1_000n, address('other'), 1_000n)], decimals, 1_000);
  assert.equal(prices.priceOf(token), null);
  assert.equal(usdValue(prices, token, 1n), null);
});

test('a mint bought with SOL has no price while SOL has none', () => {
  const prices = new PriceTracker();
  prices.observe([swap(wrappedSolMint, 1_000_000_000n, token, 1_000_000n)], decimals, 1_000);
  assert.equal(prices.priceOf(token), null);
});

test('one absurd swap does not move a price, however large it is', () => {
  const prices = new PriceTracker();
  prices.observe([solFor(149), solFor(150), solFor(151)], decimals, 1_000);
  prices.observe([swap(wrappedSolMint, 1_000n, usdcMint, 5_000_000_000_000n)], decimals, 1_001);
  const price = prices.priceOf(wrappedSolMint)?.priceUsd ?? 0;
  assert.ok(price >= 149 && price <= 151, `${price}`);
});

test('dust swaps set no price', () => {
  const prices = new PriceTracker();
  prices.observe([swap(usdcMint, 999n, wrappedSolMint, 1n)], decimals, 1_000);
  assert.equal(prices.priceOf(wrappedSolMint), null);
});

test('a price follows the market and has the time of its newest swap', () => {
  const prices = new PriceTracker();
  prices.observe(Array(30).fill(solFor(100)), decimals, 1_000);
  prices.observe(Array(30).fill(solFor(200)), decimals, 2_000);
  assert.deepEqual(prices.priceOf(wrappedSolMint), { priceUsd: 200, timeSeconds: 2_000 });
});
