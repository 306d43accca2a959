import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import type { CoverageFigures } from '../../../../../src/api/arbscope/coverage.ts';
import { maxSettingsCombinations, type Replay } from '../../../../../src/api/arbscope/replay.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import type { ArbitrageRecord } from '../../../../../src/engine/decode/arbitrageRecord.ts';
import { decodeBlock } from '../../../../../src/engine/decode/decodeBlock.ts';
import { LoadedArbitrages } from '../../../../../src/engine/operations/arbscope/loadedArbitrages.ts';
import { SimulatedSource } from '../../../../../src/engine/sandbox/simulatedSource.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { ammPrograms } from '../../../../../src/solana/knownPrograms.ts';
import { address, leg, tip } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, failure, openMarket, serviceOf } from './market.ts';
import { type NaiveArbitrage, naiveOutcomes } from './naiveExport.ts';

type Parameters = globalThis.Parameters<ArbscopeService['replay']>[0];

/** A whole hour, Unix seconds. */
const hour = 1_000_800;
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
const [orca = ''] = ammPrograms.keys();
const pool = (name: string) => [orca, address(name)] as const;
const other = (name: string) => [address('amm'), address(name)] as const;

/**
 * SOL costs 100 USD, each arbitrage pays 5,000 lamports and gains in SOL:
 * hour 0: red over a and b: 1 USD; blue over c and d with a tip of 0.01 USD: 2 USD
 * hour 2: red over a and b: 4 USD; red over a and x: 8 USD; one that loses its fee; a failure
 * hour 3: a route in USDC over a and b, and through red
 */
const market = await openMarket();
const gain = (usd: number) => BigInt(Math.round(usd * 1e7));
const red = { token: address('red'), stops: [pool('a'), other('b')] } as const;
await addBlock(
  market,
  1,
  [
    arbitrage(1, { ...red, gainLamports: gain(1) }),
    arbitrage(2, {
      token: address('blue'),
      stops: [pool('c'), pool('d')],
      gainLamports: gain(2),
      tips: [tip('JITO', 100_000n)],
    }),
  ],
  { blockTimeSeconds: hour + 10 },
);
await addBlock(
  market,
  2,
  [
    arbitrage(3, { ...red, gainLamports: gain(4) }),
    arbitrage(4, { ...red, stops: [pool('a'), other('x')], gainLamports: gain(8) }),
    arbitrage(5, { ...red, gainLamports: 1_000n }),
    failure(6),
  ],
  { blockTimeSeconds: hour + 7_200 },
);
const usdc = (amount: bigint) => ({ mint: usdcMint, amount });
const redAmount = { mint: address('red'), amount: 5n };
await addBlock(
  market,
  3,
  [
    arbitrage(7, {
      baseMint: usdcMint,
      baseInput: 1_000_000n,
      grossGains: [usdc(16_000_000n)],
      legs: [
        leg(0, ...pool('a'), usdc(1_000_000n), redAmount),
        leg(1, ...other('b'), redAmount, usdc(17_000_000n)),
      ],
    }),
  ],
  { blockTimeSeconds: hour + 10_800 },
);
await market.flush();
const service = serviceOf(market, { source: { now: () => (hour + 14_399) * 1_000 } });
const window = { from: hour - 1_800, to: hour + 14_399 };

/** To nine digits: floating-point sums differ in the last. */
const rounded = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_key, each) =>
    typeof each === 'number' ? Number(each.toFixed(9)) : each,
  );
/** Figures of arbitrages whose only costs are their fees. */
const figures = (...usd: number[]): CoverageFigures => {
  const revenues = usd.reduce((sum, each) => sum + each, 0);
  return rounded({
    transactions: usd.length,
    revenues_usd: revenues,
    net_gains_usd: revenues - usd.length * 0.0005,
  });
};
const less = (of: CoverageFigures, usd: number): CoverageFigures =>
  rounded({ ...of, net_gains_usd: of.net_gains_usd - usd });
const none = figures();
const tipUsd = 0.01;

/** One group per token, and all pools in one group that trades only from SOL. */
const configs = [
  { groups: [[address('a'), address('b')], [address('c')], [address('c'), address('d')]] },
  {
    groups: [['a', 'b', 'x', 'unknown'].map((name) => address(name))],
    base_mints: [wrappedSolMint],
  },
];

const replay = async (parameters: Partial<Parameters> = {}): Promise<Replay> =>
  rounded(await service.replay({ configs, ...window, ...parameters }));

describe('A replay', () => {
  test('returns the market’s gains and each config’s coverage for every hour', async () => {
    const { points, interval, window: replayed } = await replay();
    assert.equal(interval, 3_600);
    assert.deepEqual([replayed.from, replayed.to], [iso(window.from), iso(window.to)]);
    assert.deepEqual(points, [
      { time: iso(hour - 3_600), market: none, configs: [none, none] },
      {
        time: iso(hour),
        market: less(figures(1, 2), tipUsd),
        configs: [less(figures(1, 2), tipUsd), figures(1)],
      },
      { time: iso(hour + 3_600), market: none, configs: [none, none] },
      { time: iso(hour + 7_200), market: figures(4, 8), configs: [figures(4), figures(4, 8)] },
      { time: iso(hour + 10_800), market: figures(16), configs: [figures(16), none] },
    ]);
  });

  test('returns five-minute points on request, which add up to the totals', async () => {
    const { points, total, configs: covered } = await replay({ interval: 300 });
    assert.equal(points.length, (14_400 + 1_800) / 300);
    points.forEach(({ time }, at) => {
      assert.equal(time, iso(hour - 1_800 + at * 300));
    });
    const sum = (of: readonly CoverageFigures[]) =>
      rounded(
        of.reduce((whole, each) => ({
          transactions: whole.transactions + each.transactions,
          revenues_usd: whole.revenues_usd + each.revenues_usd,
          net_gains_usd: whole.net_gains_usd + each.net_gains_usd,
        })),
      );
    assert.deepEqual(sum(points.map((point) => point.market)), total);
    covered.forEach((config, at) => {
      assert.deepEqual(sum(points.map((point) => point.configs[at] ?? none)), config.covered);
    });
  });

  test('returns the same figures per group as coverage', async () => {
    const { configs: covered, total } = await replay();
    const [first, second] = covered;
    assert.deepEqual(first?.covered, less(figures(1, 2, 4, 16), tipUsd));
    assert.deepEqual(first?.groups, [
      { ...figures(1, 4, 16), newest: iso(hour + 10_800) },
      { ...none, newest: null },
      { ...less(figures(2), tipUsd), newest: iso(hour + 10) },
    ]);
    assert.deepEqual(second?.groups, [{ ...figures(1, 4, 8), newest: iso(hour + 7_200) }]);
    for (const [at, config] of configs.entries()) {
      const report = rounded(await service.coverage({ ...config, ...window }));
      assert.deepEqual(report.total, total);
      assert.deepEqual(report.covered, covered[at]?.covered);
      assert.deepEqual(report.groups, covered[at]?.groups);
    }
  });

  test('counts a route once per token and AMM, sorted by net gains', async () => {
    const { tokens, amms } = await replay();
    assert.deepEqual(tokens, [
      {
        key: address('red'),
        name: '',
        market: figures(1, 4, 8, 16),
        configs: [figures(1, 4, 16), figures(1, 4, 8)],
      },
      {
        key: address('blue'),
        name: '',
        market: less(figures(2), tipUsd),
        configs: [less(figures(2), tipUsd), none],
      },
    ]);
    assert.deepEqual(amms, [
      {
        key: orca,
        name: ammPrograms.get(orca)?.name,
        market: less(figures(1, 2, 4, 8, 16), tipUsd),
        configs: [less(figures(1, 2, 4, 16), tipUsd), figures(1, 4, 8)],
      },
      {
        key: address('amm'),
        name: '',
        market: figures(1, 4, 8, 16),
        configs: [figures(1, 4, 16), figures(1, 4, 8)],
      },
    ]);
  });

  test('applies assumed tips and fees at a percentile to every figure', async () => {
    const store = await openMarket();
    // 1 USD each; one paid a fee of 0.1 USD, another nearly its whole gain.
    const paid = [5_000n, 1_000_000n, 9_990_000n];
    for (const [at, feeLamports] of paid.entries()) {
      const own = arbitrage(at, { ...red, gainLamports: gain(1), feeLamports });
      await addBlock(store, at + 1, [own], { blockTimeSeconds: hour + at * 60 });
    }
    await store.flush();
    const settings = {
      tokens_max: [1],
      min_transactions: [1],
      refresh_seconds: [60],
      tokens_time_range: [60],
    };
    const replayed = rounded(
      await serviceOf(store).replay({ configs, ...window, percentile: 'p50', settings }),
    );
    await store.close();
    const all = { transactions: 3, revenues_usd: 3, net_gains_usd: 2.7 };
    assert.deepEqual(replayed.assumed, [
      { provider: 'NO_PROVIDER', number: 3, tips: 0, fees: 1_000_000 },
    ]);
    assert.deepEqual(replayed.total, all);
    assert.deepEqual(replayed.points[1], {
      time: iso(hour),
      market: all,
      configs: [all, all],
    });
    assert.deepEqual(replayed.configs[1]?.covered, all);
    assert.deepEqual(replayed.tokens[0]?.market, all);
    const [outcome] = replayed.settings;
    assert.deepEqual([outcome?.transactions, outcome?.net_gains_usd], [2, 1.8]);
  });

  test('covers the last 24 hours by default, without configs or settings', async () => {
    const {
      window: replayed,
      points,
      configs: covered,
      settings,
    } = await service.replay({
      configs: [],
    });
    assert.equal(replayed.to, iso(hour + 14_399));
    assert.equal(replayed.from, iso(hour + 14_399 - 86_400));
    assert.equal(points.length, 25);
    assert.deepEqual([covered, settings], [[], []]);
  });

  test('of settings ranks the time before the window, for the requested base tokens', async () => {
    const settings = {
      tokens_max: [1],
      min_transactions: [1],
      refresh_seconds: [3_600],
      tokens_time_range: [3_600, 10_800],
    };
    // From hour 2: only the longer window includes hour 0, when blue gained more than red.
    const from = { from: hour + 7_200 };
    const covered = async (parameters: Partial<Parameters['settings']> = {}) => {
      const { settings: outcomes } = await replay({
        ...from,
        settings: { ...settings, ...parameters } as NonNullable<Parameters['settings']>,
      });
      return outcomes.map(({ tokens_time_range, transactions }) => [
        tokens_time_range,
        transactions,
      ]);
    };
    assert.deepEqual(await covered(), [
      // In hour 3 red ranks first, with the pools of hour 2.
      [10_800, 1],
      [3_600, 1],
    ]);
    assert.deepEqual(await covered({ tokens_max: [2] }), [
      // Red of hour 0, without pool x, and of hour 3.
      [10_800, 2],
      [3_600, 1],
    ]);
    assert.deepEqual(await covered({ tokens_max: [2], base_mints: [wrappedSolMint] }), [
      [10_800, 1],
      [3_600, 0],
    ]);
    assert.deepEqual(await covered({ tokens_max: [2], base_mints: [address('never seen')] }), [
      [10_800, 0],
      [3_600, 0],
    ]);
  });

  test('tries each combination of settings once, even with duplicate values', async () => {
    const { settings } = await replay({
      settings: {
        tokens_max: [2, 1, 2],
        min_transactions: [1, 1],
        refresh_seconds: [60, 300],
        tokens_time_range: [600],
      },
    });
    assert.equal(settings.length, 4);
    const combinations = settings.map((each) => `${each.tokens_max} ${each.refresh_seconds}`);
    assert.equal(new Set(combinations).size, 4);
  });

  test('rejects requests that are too large, with the limit', async () => {
    const refused = (parameters: Partial<Parameters>, parameter: string, words: RegExp) =>
      assert.rejects(
        service.replay({ configs: [], ...parameters }),
        (error) =>
          MarketError.is(error, 'bad-parameter') &&
          error.parameter === parameter &&
          words.test(error.message),
      );
    const many = Array.from({ length: 15 }, (_, at) => at + 5);
    const settings = { tokens_max: many, min_transactions: many };
    await refused(
      { settings: { ...settings, refresh_seconds: [5], tokens_time_range: [60] } },
      'settings',
      new RegExp(`\\b225\\b.*\\b${maxSettingsCombinations}\\b`),
    );
    await refused({ from: hour, to: hour - 1 }, 'from', /from/);
    await refused({ from: hour, to: hour + 2_000 * 300, interval: 300 }, 'interval', /2000/);
    const longest = { from: hour, to: hour + 2_000 * 300 - 1, interval: 300 };
    assert.equal((await service.replay({ configs: [], ...longest })).points.length, 2_000);
  });

  test('ends soon after it is cancelled while it computes', async () => {
    const aborter = new AbortController();
    const store = await DuckDbStore.open(':memory:');
    const { within } = LoadedArbitrages.prototype;
    LoadedArbitrages.prototype.within = async function (this: LoadedArbitrages, ...parameters) {
      const columns = await within.apply(this, parameters);
      aborter.abort();
      return columns;
    };
    try {
      await assert.rejects(
        serviceOf(store).replay({ configs }, { signal: aborter.signal }),
        (error) => MarketError.is(error, 'cancelled'),
      );
    } finally {
      LoadedArbitrages.prototype.within = within;
      await store.close();
    }
  });
});

/** Adds the Sandbox's history; returns its arbitrages with their records' routes, oldest first. */
async function addSandbox(store: DuckDbStore, source: SimulatedSource): Promise<NaiveArbitrage[]> {
  const records: ArbitrageRecord[] = [];
  for await (const { slot, block } of source.history(AbortSignal.timeout(60_000))) {
    const decoded = decodeBlock(slot, block);
    records.push(...decoded.records.filter(({ type }) => type === 'arbitrage'));
    await store.add(decoded);
  }
  await store.flush();
  const [signatures = [], times = [], revenues = [], gains = []] = await store.query(
    'SELECT signature, time, revenues_nanocents / 1e11, profits_nanocents / 1e11 FROM transactions',
  );
  const rows = new Map(signatures.map((signature, row) => [String(signature), row]));
  const numberOf = (name: string | null): number => (name === null ? 0 : store.names.idOf(name));
  return records.map(({ signature, legs, baseMint }) => {
    const row = rows.get(signature) ?? -1;
    const places = legs.flatMap(({ inputMint, outputMint, program, pool }) =>
      [inputMint, outputMint]
        .filter((mint) => mint !== baseMint)
        .map((mint) => ({
          id: 0,
          token: numberOf(mint),
          amm: numberOf(program),
          pool: numberOf(pool),
        })),
    );
    return {
      timeSeconds: Number(times[row]),
      route: { pools: [...new Set(legs.map(({ pool: each }) => numberOf(each)))], places },
      revenuesUsd: Number(revenues[row]),
      netGainUsd: Number(gains[row]),
    };
  });
}

describe('A replay of the Sandbox', () => {
  test('covers the same as exports computed from scratch, for every combination', async () => {
    const nowMilliseconds = Date.UTC(2026, 8, 1, 12);
    const source = new SimulatedSource({ seed: 3, nowMilliseconds, historySeconds: 1_800 });
    const store = await DuckDbStore.open(':memory:');
    try {
      const arbitrages = await addSandbox(store, source);
      const to = nowMilliseconds / 1_000 - 60;
      const from = to - 899;
      const settings = {
        tokens_max: [1, 5, 20],
        min_transactions: [1, 3],
        refresh_seconds: [30, 77],
        tokens_time_range: [60, 600],
      };
      const { settings: outcomes, total } = await serviceOf(store).replay({
        configs: [],
        from,
        to,
        settings,
      });
      const expected = naiveOutcomes(arbitrages, settings, from, to);
      assert.equal(outcomes.length, expected.length);
      for (const { transactions, revenues_usd, net_gains_usd, ...combination } of expected) {
        const own = outcomes.find((each) =>
          Object.entries(combination).every(
            ([name, value]) => each[name as 'tokens_max'] === value,
          ),
        );
        const told = JSON.stringify(combination);
        assert.equal(own?.transactions, transactions, told);
        assert.ok(Math.abs(own.revenues_usd - revenues_usd) < 1e-6, told);
        assert.ok(Math.abs(own.net_gains_usd - net_gains_usd) < 1e-6, told);
      }
      const best = outcomes[0];
      assert.ok(best !== undefined && best.transactions > 0);
      assert.ok(best.transactions < total.transactions);
      const gains = outcomes.map((each) => each.net_gains_usd);
      assert.deepEqual(
        gains,
        gains.toSorted((one, another) => another - one),
      );
    } finally {
      await store.close();
    }
  });
});
