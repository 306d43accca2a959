import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplayedSettings } from '../../src/api/arbscope/replay.ts';
import { LoadedArbitrages } from '../../src/engine/operations/arbscope/loadedArbitrages.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { serviceOf } from '../unit/engine/operations/arbscope/market.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { day, fillDay } from './fillDay.ts';
import { median } from './percentile.ts';

const limitMilliseconds = 10_000;
const rounds = 5;
const endSeconds = 1_700_000_000;
const window = { fromSeconds: endSeconds - day.seconds + 1, toSeconds: endSeconds };

const steps = (count: number, of: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => of(at));

/** Each has 200 combinations. */
const grids: Readonly<Record<string, ReplayedSettings>> = {
  'replay.1m': {
    tokens_max: [10, 25, 50, 100, 200],
    min_transactions: [1, 2, 5, 10],
    refresh_seconds: [60, 300],
    tokens_time_range: [300, 900, 3_600, 14_400, 86_400],
  },
  'replay.1m.refreshes': {
    tokens_max: [50],
    min_transactions: [1],
    refresh_seconds: steps(20, (at) => 5 + at),
    tokens_time_range: steps(10, (at) => 168 * 2 ** at),
  },
  'replay.1m.windows': {
    tokens_max: [50],
    min_transactions: steps(10, (at) => 1 + at),
    refresh_seconds: [5],
    tokens_time_range: steps(20, (at) => 4_320 * (1 + at)),
  },
};

/** Replays a day with a million arbitrages for two configs and 200 combinations of settings. */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-replay-'));
  try {
    const path = join(folder, 'day.duckdb');
    await fillDay(path, endSeconds, 1_000_000);
    const store = await DuckDbStore.open(path);
    const results: BenchResult[] = [];
    for (const name of Object.keys(grids)) results.push(await measure(name, store));
    await store.close();
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function measure(name: string, store: DuckDbStore): Promise<BenchResult> {
  const [replays, loads]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    // Without cached data of the previous round.
    const service = serviceOf(store);
    replays.push(
      await timed(() =>
        service.replay({
          configs: [{ groups: groupsOf(store, 50) }, { groups: groupsOf(store, 500) }],
          from: window.fromSeconds,
          to: window.toSeconds,
          ...(grids[name] === undefined ? {} : { settings: grids[name] }),
        }),
      ),
    );
    loads.push(await timed(() => new LoadedArbitrages(store).within(window)));
  }
  const [value, reference] = [median(replays), median(loads)];
  return {
    name,
    value,
    unit: `ms of ${limitMilliseconds} allowed, median`,
    reference: { name: 'the load of the rows alone', value: reference },
    ratio: reference / value,
  };
}

/** All pools of the first tokens, one group per token. */
function groupsOf({ names, routeStops }: DuckDbStore, tokens: number): string[][] {
  const groups = new Map<number, string[]>();
  for (let id = 1; ; id++) {
    const { id: known, token, pool } = routeStops.routeStopOf(id);
    if (known === 0) return [...groups.values()].slice(0, tokens);
    groups.set(token, [...(groups.get(token) ?? []), names.nameOf(pool)]);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
