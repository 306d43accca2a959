import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { address } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, now, openMarket, serviceOf } from './market.ts';

const [up, down, fresh, amm] = [address('up'), address('down'), address('fresh'), address('amm')];
const [first, second] = [address('first'), address('second')];
const on = (token: string, ...pools: readonly string[]) => ({
  token,
  stops: pools.map((pool) => [amm, pool] as const),
});

/**
 * SOL costs 100 USD. The hour before: `up` 0.1 and `down` 0.4 USD of gross gains; the last hour: `up`
 * 0.3 on other pools, `down` 0.1, `fresh` 0.2.
 */
const market = await openMarket();
// The window before begins with a block.
await addBlock(market, 80, [], { blockTimeSeconds: now - 7_200 });
await addBlock(
  market,
  90,
  [
    arbitrage(1, { gainLamports: 1_000_000n, ...on(up, first, first) }),
    arbitrage(2, { gainLamports: 4_000_000n, ...on(down, second, second) }),
  ],
  { blockTimeSeconds: now - 3_601 },
);
await addBlock(market, 100, [
  arbitrage(3, { gainLamports: 3_000_000n, ...on(up, first, second) }),
  arbitrage(4, { gainLamports: 1_000_000n, ...on(down, second, second) }),
  arbitrage(5, { gainLamports: 2_000_000n, ...on(fresh, first, first) }),
]);
await market.flush();
const service = serviceOf(market);

const near = (value: number | null | undefined, expected: number): void =>
  assert.ok(value != null && Math.abs(value - expected) < 1e-9, `${value}, not ${expected}`);

describe('Growth', () => {
  test('lists tokens by the change of their gross gains, with the figures of both windows', async () => {
    const { places, places_total, coverage, coverage_before } = await service.growth({
      timeRange: 3_600,
    });
    assert.deepEqual([coverage, coverage_before, places_total], [1, 1, 3]);
    const [one, two, three] = places;
    // Both grew by 0.2 USD: by address.
    assert.deepEqual([one?.token, two?.token].sort(), [fresh, up].sort());
    const grown = places.find(({ token }) => token === up);
    near(grown?.revenues_usd, 0.3);
    near(grown?.before?.revenues_usd, 0.1);
    near(grown?.growth, 2);
    assert.deepEqual([grown?.transactions, grown?.before?.transactions], [1, 1]);
    assert.deepEqual([grown?.amm, grown?.pool], [null, null]);
    assert.equal(three?.token, down);
    near(three?.growth, -0.75);
  });

  test('of a token without an arbitrage before is not a number', async () => {
    const { places } = await service.growth({ timeRange: 3_600, tokens: [fresh] });
    const [place] = places;
    assert.deepEqual([places.length, place?.growth, place?.before?.transactions], [1, null, 0]);
  });

  test('compares each pool of a token', async () => {
    const { places } = await service.growth({ timeRange: 3_600, by: 'pool', tokens: [up] });
    assert.deepEqual(places.map(({ pool }) => pool).sort(), [first, second].sort());
    const grown = places.find(({ pool }) => pool === first);
    near(grown?.growth, 2);
    assert.equal(grown?.amm, amm);
    assert.equal(places.find(({ pool }) => pool === second)?.growth, null);
  });

  test('is unknown if the window before lies mostly before the first block', async () => {
    const { places, coverage_before } = await service.growth({ timeRange: 5_400 });
    near(coverage_before, 1_800 / 5_400);
    for (const { growth } of places) assert.equal(growth, null);
    // By gross gains, as their change is not known: `down` would be last by the change.
    const gains = places.map(({ revenues_usd }) => revenues_usd);
    assert.ok(gains.length > 2);
    assert.deepEqual(
      gains,
      gains.toSorted((first, second) => second - first),
    );
  });

  test('is unknown before the first block of the store', async () => {
    const { places, coverage_before } = await service.growth({ timeRange: 86_400 });
    assert.equal(coverage_before, null);
    for (const { before, growth } of places) assert.deepEqual([before, growth], [null, null]);
    assert.ok(places.length > 0);
  });
});

describe('Growth over days whose single transactions are deleted', () => {
  const hour = 3_600;
  /** Of the last full hour. */
  const end = now - (now % hour);

  test('compares whole hours, but not those of a wallet', async () => {
    const store = await DuckDbStore.open(':memory:', {
      keepSeconds: 2 * hour,
      rawFailures: 1_000,
    });
    const times = Array.from({ length: 13 }, (_, at) => end - (13 - at) * hour);
    for (const [at, blockTimeSeconds] of times.entries()) {
      const gainLamports = blockTimeSeconds < end - 6 * hour ? 1_000_000n : 2_000_000n;
      const records = [arbitrage(at, { gainLamports, ...on(up, first, first) })];
      await addBlock(store, 100 + at, records, { blockTimeSeconds });
    }
    await addBlock(store, 200, [arbitrage(90, on(up, first, first))]);
    await store.flush();
    for (let calls = 0; calls < 20; calls++) await store.maintain();
    assert.ok((store.rowsFromSeconds ?? 0) > end - 6 * hour);
    const parameters = { timeRange: 6 * hour + 60 };
    const { time_range, coverage, coverage_before, places } =
      await serviceOf(store).growth(parameters);
    assert.deepEqual([time_range, coverage, coverage_before], [6 * hour, 1, 1]);
    const [grown] = places;
    assert.deepEqual([grown?.transactions, grown?.before?.transactions], [6, 6]);
    near(grown?.growth, 1);
    const ofWallet = await serviceOf(store).growth({ ...parameters, wallets: [address('wallet')] });
    assert.deepEqual([ofWallet.coverage, ofWallet.coverage_before], [null, null]);
    await store.close();
  });
});
