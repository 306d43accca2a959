import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  PriceObservation,
  VaultBalance,
} from '../../../../src/engine/decode/arbitrageRecord.ts';
import { PriceTracker, payableUsd, usdValue } from '../../../../src/engine/prices/priceTracker.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { programsWithSharedVaults } from '../../../../src/solana/knownPrograms.ts';
import { address, block } from '../syntheticBlocks.ts';

const token = address('token');
const decimals = new Map([[token, 6]]);

const swapsOf = (...observations: readonly PriceObservation[]) => block({ observations, decimals });
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
  pool: address('pool'),
});
const solFor = (usd: number): PriceObservation =>
  swap(wrappedSolMint, 1_000_000_000n, usdcMint, BigInt(usd * 1e6));

test('SOL is priced by swaps against stablecoins, other mints through SOL', () => {
  const prices = new PriceTracker();
  prices.observe(
    swapsOf(swap(token, 2_000_000n, wrappedSolMint, 1_000_000_000n), solFor(150)),
    1_000,
  );
  assert.deepEqual(prices.priceOf(wrappedSolMint), { priceUsd: 150, timeSeconds: 1_000 });
  assert.deepEqual(prices.priceOf(token), { priceUsd: 75, timeSeconds: 1_000 });
  assert.equal(usdValue(prices, token, 4_000_000n), 300);
});

test('stablecoins are worth one dollar', () => {
  const prices = new PriceTracker();
  prices.observe(swapsOf(), 7);
  assert.equal(prices.priceOf(usdcMint)?.priceUsd, 1);
  assert.equal(usdValue(prices, usdtMint, 2_500_000n), 2.5);
});

test('a mint without swaps against a quote has no price', () => {
  const prices = new PriceTracker();
  prices.observe(swapsOf(swap(token, 1_000n, address('other'), 1_000n)), 1_000);
  assert.equal(prices.priceOf(token), null);
  assert.equal(usdValue(prices, token, 1n), null);
});

test('a mint bought with SOL has no price while SOL has none', () => {
  const prices = new PriceTracker();
  prices.observe(swapsOf(swap(wrappedSolMint, 1_000_000_000n, token, 1_000_000n)), 1_000);
  assert.equal(prices.priceOf(token), null);
});

test('one absurd swap does not move a price, however large it is', () => {
  const prices = new PriceTracker();
  prices.observe(swapsOf(solFor(149), solFor(150), solFor(151)), 1_000);
  prices.observe(swapsOf(swap(wrappedSolMint, 1_000n, usdcMint, 5_000_000_000_000n)), 1_001);
  const price = prices.priceOf(wrappedSolMint)?.priceUsd ?? 0;
  assert.ok(price >= 149 && price <= 151, `${price}`);
});

test('dust swaps set no price', () => {
  const prices = new PriceTracker();
  prices.observe(swapsOf(swap(usdcMint, 999n, wrappedSolMint, 1n)), 1_000);
  assert.equal(prices.priceOf(wrappedSolMint), null);
});

test('a price follows the market and has the time of its newest swap', () => {
  const prices = new PriceTracker();
  prices.observe(swapsOf(...Array(30).fill(solFor(100))), 1_000);
  prices.observe(swapsOf(...Array(30).fill(solFor(200))), 2_000);
  assert.deepEqual(prices.priceOf(wrappedSolMint), { priceUsd: 200, timeSeconds: 2_000 });
});

/** A swap of 0.01 SOL for `amount` units, in a pool with `reserveLamports` after it. */
function sharedPool(amount: bigint, reserveLamports: bigint, pool = address('own pool')) {
  const observation = { ...swap(wrappedSolMint, 10_000_000n, token, amount), pool };
  const { program } = observation;
  const vault = { pool, program, vault: address(`vault of ${pool}`), mint: wrappedSolMint };
  return { observation, vault: { ...vault, amount: reserveLamports } };
}

function observe(
  prices: PriceTracker,
  swaps: readonly { readonly observation: PriceObservation; readonly vault: VaultBalance }[],
  timeSeconds: number,
): void {
  const sol = swapsOf(solFor(150));
  const observations = [...sol.observations, ...swaps.map(({ observation }) => observation)];
  const vaults = [...sol.vaults, ...new Set(swaps.map(({ vault }) => vault))];
  prices.observe({ observations, vaults, decimals }, timeSeconds);
}

test('a swap in a pool with less than 100 dollars of SOL or stablecoins sets no price', () => {
  const prices = new PriceTracker();
  observe(prices, [sharedPool(1n, 660_000_000n)], 1_000);
  assert.equal(prices.priceOf(token), null);
  observe(prices, [sharedPool(1n, 670_000_000n)], 1_001);
  assert.equal(prices.priceOf(token)?.priceUsd, 1_500_000);
});

test('a swap sets no price if the accounts of its pool are unknown, or another program names it', () => {
  for (const members of [{ pool: null }, { program: address('another program') }]) {
    const prices = new PriceTracker();
    const { observation, vault } = sharedPool(1n, 10n ** 15n);
    observe(prices, [{ observation: { ...observation, ...members }, vault }], 1_000);
    assert.equal(prices.priceOf(token), null);
  }
});

test('a swap sets no price if its pool shares its vaults with others', () => {
  const prices = new PriceTracker();
  const { observation, vault } = sharedPool(1n, 10n ** 15n);
  for (const program of programsWithSharedVaults) {
    const members = { observation: { ...observation, program }, vault: { ...vault, program } };
    observe(prices, [members], 1_000);
    assert.equal(prices.priceOf(token), null);
  }
});

test('any number of swaps in a shallow pool leave the price of a deep one', () => {
  const prices = new PriceTracker();
  const deep = sharedPool(1_000_000n, 1_000_000_000_000n, address('deep pool'));
  const shallow = sharedPool(1n, 1_900_000_000n);
  const flood = Array<typeof shallow>(100).fill(shallow);
  observe(prices, [...flood, deep, ...flood], 1_000);
  for (let time = 1_001; time < 1_600; time += 60) observe(prices, flood, time);
  assert.deepEqual(prices.priceOf(token), { priceUsd: 1.5, timeSeconds: 1_000 });
});

test('an amount has no value beyond what the deepest pool of its mint could pay', () => {
  const prices = new PriceTracker();
  const pools = [sharedPool(10_000n, 1_000_000_000n), sharedPool(10_000n, 2_000_000_000n)];
  observe(prices, pools.slice(0, 1), 1_000);
  observe(prices, pools.slice(1), 1_001);
  assert.equal(payableUsd(prices, token, 2_000_000n), 300);
  assert.equal(payableUsd(prices, token, 2_000_001n), null);
  assert.equal(payableUsd(prices, token, -2_000_001n), null);
  assert.equal(payableUsd(prices, wrappedSolMint, 10n ** 18n), 150e9);
  assert.equal(payableUsd(prices, address('unpriced'), 1n), null);
});

test('a pool counts with what it held for ten minutes after its last swap', () => {
  const prices = new PriceTracker();
  const bought = swap(usdcMint, 1_000_000n, token, 1_000_000n);
  prices.observe(swapsOf(bought), 1_000);
  prices.observe(swapsOf(), 1_600);
  assert.equal(payableUsd(prices, token, 5_000_000n), 5);
  prices.observe(swapsOf(), 1_601);
  assert.equal(prices.depthUsdOf(token), null);
  assert.equal(payableUsd(prices, token, 5_000_000n), null);
  prices.observe(swapsOf(bought), 1_601);
  assert.equal(payableUsd(prices, token, 5_000_000n), 5);
});
