import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import type { HistorySeries } from '../../../../../src/api/arbscope/history.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { nearestRank } from '../../../../../src/engine/operations/readPercentiles.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { address, record, signatureOf, tip } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, failure, now, openMarket, serviceOf, status } from './market.ts';

/** A whole hour, Unix seconds. */
const hour = 1_000_800;
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
const noSample = { number: 0, p50: null, p75: null, p95: null };

/**
 * SOL costs 100 USD.
 * minute 0: an arbitrage of 0.01 SOL with a tip of 1,000 lamports, and a failure without a fee
 * minute 1: nothing; its block is not indexed
 * minute 2: a failure with a fee of 7,000, a bot call, and an arbitrage without a tip; one of its
 *           four blocks is indexed
 */
const market = await openMarket();
await addBlock(
  market,
  1,
  [
    arbitrage(1, { gainLamports: 10_000_000n, tips: [tip('JITO', 1_000n)] }),
    failure(2, { feeLamports: 0n }),
  ],
  { blockTimeSeconds: hour },
);
await addBlock(
  market,
  3,
  [
    failure(3, { feeLamports: 7_000n }),
    record({ signature: signatureOf(4), type: 'bot-no-profit', baseMint: null }),
    arbitrage(5, { token: address('rare') }),
  ],
  { blockTimeSeconds: hour + 130 },
);
market.addOmittedBlocks([
  { minute: hour + 60, omitted: 1 },
  { minute: hour + 120, omitted: 2 },
]);
market.addOmittedBlocks([{ minute: hour + 120, omitted: 1 }]);
await market.flush();

type Parameters = globalThis.Parameters<ArbscopeService['history']>[0];
const at = (seconds: number) => ({ now: () => seconds * 1_000 });
const service = serviceOf(market, { source: at(hour + 179) });

/** USD to nine digits: floating-point sums differ in the last. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, each) =>
    typeof each === 'number' ? Number(each.toFixed(9)) : each,
  );

describe('The history of the market', () => {
  test('has sums and samples for each minute, including empty ones', async () => {
    const series = await service.history({ from: hour - 60, to: hour + 179, interval: 60 });
    const unknown = {
      transactions: 0,
      failures: 0,
      revenues_usd: 0,
      net_gains_usd: 0,
      volume_usd: 0,
      tips: noSample,
      fees: noSample,
    };
    assert.deepEqual(rounded(series), {
      interval: 60,
      points: [
        { time: iso(hour - 60), coverage: null, ...unknown },
        {
          time: iso(hour),
          coverage: 1,
          transactions: 1,
          failures: 1,
          revenues_usd: 1,
          net_gains_usd: 1 - 0.0006,
          volume_usd: 100,
          tips: { number: 1, p50: 1_000, p75: 1_000, p95: 1_000 },
          fees: { number: 1, p50: 5_000, p75: 5_000, p95: 5_000 },
        },
        { time: iso(hour + 60), coverage: null, ...unknown },
        {
          time: iso(hour + 120),
          coverage: 0.25,
          transactions: 2,
          failures: 1,
          revenues_usd: 0.1,
          net_gains_usd: rounded(0.1 - 0.0005 - 0.0005 - 0.0007),
          volume_usd: 100,
          tips: noSample,
          fees: { number: 3, p50: 5_000, p75: 7_000, p95: 7_000 },
        },
      ],
      total: {
        transactions: 3,
        failures: 2,
        revenues_usd: 1.1,
        net_gains_usd: rounded(1 - 0.0006 + 0.1 - 0.0005 - 0.0005 - 0.0007),
        volume_usd: 200,
        tips: { number: 1, p50: 1_000, p75: 1_000, p95: 1_000 },
        fees: { number: 4, p50: 5_000, p75: 5_000, p95: 7_000 },
      },
    });
  });

  test('counts in the first interval only what is in the period, so that the total is exact', async () => {
    for (const interval of [60, 300, 3_600] as const) {
      const { points, total } = await service.history({ from: hour + 1, interval });
      assert.equal(points[0]?.time, iso(hour));
      const [first] = points;
      assert.equal(first?.transactions, interval === 60 ? 0 : 2);
      assert.deepEqual([total.transactions, total.failures, total.fees.number], [2, 1, 3]);
      assert.equal(
        points.reduce((sum, { fees }) => sum + fees.number, 0),
        3,
      );
    }
    const whole = await service.history({ from: hour, interval: 300 });
    assert.equal(whole.points[0]?.transactions, 3);
  });

  test('covers the last day in points of five minutes by default', async () => {
    const { interval, points } = await service.history({});
    const end = hour + 179;
    const start = end - 86_400;
    assert.equal(interval, 300);
    assert.equal(points.length, 289);
    assert.equal(points[0]?.time, iso(start - (start % 300)));
    assert.equal(points.at(-1)?.time, iso(end - (end % 300)));
  });

  test('supports the filters of the arbitrages', async () => {
    const transactionsOf = async (parameters: Parameters) => {
      const { total } = await service.history(parameters);
      return [total.transactions, total.failures];
    };
    assert.deepEqual(await transactionsOf({ tokens: [address('rare')] }), [1, 0]);
    assert.deepEqual(await transactionsOf({ outcomes: ['failed'] }), [0, 2]);
    assert.deepEqual(await transactionsOf({ providers: ['JITO'] }), [1, 0]);
    assert.deepEqual(await transactionsOf({ wallets: [address('nobody')] }), [0, 0]);
  });

  test('is complete for a simulated market from its first block on', async () => {
    const simulated = serviceOf(market, { source: at(hour + 150), isSimulated: true });
    const { points } = await simulated.history({ from: hour - 60, to: hour + 239, interval: 60 });
    assert.deepEqual(
      points.map(({ coverage }) => coverage),
      [null, 1, 1, 1, null],
    );
  });

  test('rejects reversed and future periods, and those with more than 2,000 points', async () => {
    const bad: readonly (readonly [Parameters, string])[] = [
      [{ from: hour, to: hour - 1 }, 'from'],
      [{ from: 4_000_000_000 }, 'from'],
      [{ from: hour, to: hour + 2_000 * 60, interval: 60 }, 'interval'],
    ];
    for (const [parameters, name] of bad) {
      await assert.rejects(
        service.history(parameters),
        (error) => MarketError.is(error, 'bad-parameter') && error.parameter === name,
      );
    }
    const most = await service.history({ from: hour, to: hour + 2_000 * 60 - 1, interval: 60 });
    assert.equal(most.points.length, 2_000);
  });

  test('has no point of 1970 if nothing is indexed', async () => {
    const store = await DuckDbStore.open(':memory:');
    const { points, total } = await serviceOf(store, { source: at(0) }).history({});
    assert.deepEqual([points, total.transactions], [[], 0]);
    await store.close();
  });

  test('equals an uncached one while blocks arrive, change and are deleted', async () => {
    const store = await DuckDbStore.open(':memory:', { keepSeconds: 7_200, rawFailures: 40 });
    const asked = serviceOf(store, { source: at(hour + 9_000) });
    const parameters = { from: hour, to: hour + 8_999, interval: 300 } as const;
    const compare = async () => {
      await store.flush();
      await store.maintain();
      const fresh = serviceOf(store, { source: at(hour + 9_000) });
      const expected = rounded(await fresh.history(parameters));
      assert.deepEqual(rounded(await asked.history(parameters)), expected);
    };
    const add = (slot: number, number: number, members: { blockhash?: string } = {}) =>
      addBlock(
        store,
        slot,
        [
          arbitrage(number, { tips: [tip('JITO', BigInt(1_000 + number))] }),
          failure(number + 1, { feeLamports: BigInt(5_000 + number) }),
          failure(number + 2),
        ],
        { blockTimeSeconds: hour + slot * 10, ...members },
      );
    for (let slot = 0; slot < 40; slot++) await add(slot, slot * 3);
    await compare();
    assert.ok(store.rolledUpRows > 0);
    // Late blocks of complete intervals, a replaced block, and transactions that a fork moved.
    await add(45, 200);
    await add(42, 210);
    await compare();
    await add(3, 220, { blockhash: 'other' });
    await add(44, 9);
    await compare();
    // Two hours later the oldest rows are deleted and failures are rolled up.
    for (let slot = 400; slot < 1_120; slot += 20) await add(slot, 1_000 + slot * 3);
    await compare();
    assert.equal((await asked.history(parameters)).points[0]?.transactions, 0);
    await store.close();
  });

  test('has the indexed part of the interval in which the store begins as its coverage', async () => {
    const store = await DuckDbStore.open(':memory:');
    await addBlock(store, 1, [arbitrage(1)], { blockTimeSeconds: hour + 2_700 });
    await store.flush();
    for (const isSimulated of [false, true]) {
      const own = serviceOf(store, { source: at(hour + 2_999), isSimulated });
      const first = async (from: number, to: number) =>
        (await own.history({ from, to, interval: 3_600 })).points.map(({ coverage }) => coverage);
      assert.deepEqual(await first(hour - 3_600, hour + 3_599), [null, 0.25]);
      assert.deepEqual(await first(hour + 2_400, hour + 2_999), [0.5]);
      assert.deepEqual(await first(hour + 2_700, hour + 2_999), [1]);
    }
    await store.close();
  });

  test('is unknown where only a part of an hour without rows is in the period', async () => {
    const store = await DuckDbStore.open(':memory:', { keepSeconds: 7_200, rawFailures: 1_000 });
    const day = hour - (hour % 86_400);
    for (let at = 0; at <= 20; at++) {
      await addBlock(store, at, [arbitrage(at)], { blockTimeSeconds: day + at * 3_600 });
    }
    await store.flush();
    for (let calls = 0; calls < 30; calls++) await store.maintain();
    assert.ok((store.rowsFromSeconds ?? 0) > day + 10 * 3_600);
    const own = serviceOf(store, { source: at(day + 20 * 3_600) });
    const pointsOf = async (from: number, seconds: number, interval: 3_600 | 86_400) => {
      const asked = { from: day + from, to: day + from + seconds - 1, interval };
      const { points } = await own.history(asked);
      return points.map(({ coverage, transactions }) => [coverage, transactions]);
    };
    assert.deepEqual(await pointsOf(0, 1_800, 3_600), [[null, 0]]);
    assert.deepEqual(await pointsOf(0, 9_000, 3_600), [
      [1, 1],
      [1, 1],
      [null, 0],
    ]);
    assert.deepEqual(await pointsOf(0, 7_200, 86_400), [[1, 2]]);
    assert.deepEqual(await pointsOf(0, 9_000, 86_400), [[0.8, 2]]);
    assert.deepEqual(await pointsOf(1_800, 9_000, 86_400), [[0.8, 2]]);
    assert.deepEqual(await pointsOf(1_800, 1_800, 86_400), [[null, 0]]);
    await store.close();
  });

  for (const rawFailures of [Number.POSITIVE_INFINITY, 50]) {
    test(`has exact percentiles by nearest rank, with ${rawFailures} failures stored individually`, async () => {
      const store = await DuckDbStore.open(':memory:', { keepSeconds: null, rawFailures });
      const minutes = new Map<number, { fees: number[]; tips: number[] }>();
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      for (let number = 0; number < 900; number++) {
        const seconds = hour + Math.floor(number / 3);
        const minute = seconds - (seconds % 60);
        const fee = random(3) === 0 ? 5_000 : random(1_000_000);
        const lamports = random(4) === 0 ? 0 : random(5_000_000);
        const isFailure = number % 2 === 0;
        const sample = minutes.get(minute) ?? { fees: [], tips: [] };
        minutes.set(minute, sample);
        if (fee > 0) sample.fees.push(fee);
        if (lamports > 0 && !isFailure) sample.tips.push(lamports);
        const feeLamports = BigInt(fee);
        const tips = lamports === 0 ? [] : [tip('JITO', BigInt(lamports))];
        const made = isFailure
          ? failure(number, { feeLamports })
          : arbitrage(number, { feeLamports, tips });
        await addBlock(store, 1_000 + number, [made], { blockTimeSeconds: seconds });
      }
      await store.flush();
      await store.maintain();
      assert.equal(store.rolledUpRows > 0, rawFailures === 50);
      const own = serviceOf(store, { source: at(hour + 299) });
      // The maximum number of points; the last ones have transactions.
      const from = hour - 1_995 * 60;
      const { points, total } = await own.history({ from, to: hour + 299, interval: 60 });
      const percentiles = (values: readonly number[]) => {
        const sorted = [...values].sort((one, two) => one - two);
        const of = (percent: number) => sorted[nearestRank(percent, sorted.length) - 1];
        return { number: sorted.length, p50: of(50), p75: of(75), p95: of(95) };
      };
      const shown = ({ fees, tips }: HistorySeries['total']) => ({ fees, tips });
      const samples = [...minutes.values()];
      assert.deepEqual(
        points.slice(1_995).map(shown),
        samples.map(({ fees, tips }) => ({ fees: percentiles(fees), tips: percentiles(tips) })),
      );
      assert.deepEqual(shown(total), {
        fees: percentiles(samples.flatMap(({ fees }) => fees)),
        tips: percentiles(samples.flatMap(({ tips }) => tips)),
      });
      await store.close();
    });
  }
});

test('The status has the indexed share of a store that other processes write', async () => {
  const store = await DuckDbStore.open(':memory:');
  await addBlock(store, 1, [arbitrage(1)]);
  await store.flush();
  let reads = 0;
  const counted = new Proxy(store, {
    get: (target, name) => {
      if (name === 'inSnapshot') reads++;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const ofOthers = { status: () => ({ ...status, indexedFraction: null }) };
  const shared = serviceOf(counted, ofOthers);
  assert.equal((await shared.status({})).coverage, 1);
  const once = reads;
  await Promise.all([shared.status({}), shared.status({})]);
  assert.equal(reads - once, 2, 'the oldest block each, and no share again');
  store.addOmittedBlocks([{ minute: now - (now % 60), omitted: 3 }]);
  await store.flush();
  assert.equal((await serviceOf(store, ofOthers).status({})).coverage, 0.25);
  const empty = await DuckDbStore.open(':memory:');
  const unknown = {
    ...status,
    indexedFraction: null,
    newestSlot: null,
    newestBlockTimeSeconds: null,
  };
  assert.equal((await serviceOf(empty, { status: () => unknown }).status({})).coverage, null);
  await Promise.all([store.close(), empty.close()]);
});
