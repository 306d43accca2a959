import type { CoverageFigures } from '../../../api/arbscope/coverage.ts';
import type { ReplayPoint } from '../../../api/arbscope/replay.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { ArbitrageColumns, RoutePlace } from '../../store/reads/arbitrageColumns.ts';
import type { RouteCover } from './coverGroups.ts';
import { noSums, type RouteSums, type Sums } from './routeSums.ts';

export interface ReplayedConfig {
  /** By route index. */
  readonly covers: readonly RouteCover[];
  /** Name IDs; null: all. */
  readonly baseMints: ReadonlySet<number> | null;
  readonly allowed: RouteSums;
}

export interface SharedFigures {
  readonly market: CoverageFigures;
  readonly configs: CoverageFigures[];
}

export interface KeyedFigures extends SharedFigures {
  /** Name ID. */
  readonly key: number;
}

const maxKeys = 100;
const rowsPerStep = 4_096;
const routesPerStep = 1_024;

/** Oldest first and without gaps, from the interval that contains the window's start. */
export function* sumByTime(
  columns: ArbitrageColumns,
  netGainsUsd: Float64Array,
  configs: readonly ReplayedConfig[],
  { fromSeconds, toSeconds }: TimeWindow,
  interval: number,
): Generator<void, ReplayPoint[]> {
  const { count, timeSeconds, route: routeOf, base, revenuesUsd } = columns;
  const first = Math.floor(fromSeconds / interval);
  const length = Math.floor(toSeconds / interval) - first + 1;
  const market = Array.from({ length }, noSums);
  const own = configs.map((config) => ({ config, sums: Array.from({ length }, noSums) }));
  for (let row = 0; row < count; row++) {
    if (row % rowsPerStep === 0) yield;
    const netGain = netGainsUsd[row] ?? 0;
    if (!(netGain > 0)) continue;
    const point = Math.floor((timeSeconds[row] ?? 0) / interval) - first;
    const revenues = revenuesUsd[row] ?? 0;
    addOne(market[point], revenues, netGain);
    for (const { config, sums } of own) {
      if ((config.covers[routeOf[row] ?? 0]?.groups.length ?? 0) === 0) continue;
      if (config.baseMints !== null && !config.baseMints.has(base[row] ?? 0)) continue;
      addOne(sums[point], revenues, netGain);
    }
  }
  return market.map((figures, point) => ({
    time: new Date((first + point) * interval * 1_000).toISOString(),
    market: figures,
    configs: own.map(({ sums }) => sums[point] ?? noSums()),
  }));
}

function addOne(sums: Sums | undefined, revenuesUsd: number, netGainUsd: number): void {
  if (sums === undefined) return;
  sums.transactions += 1;
  sums.revenues_usd += revenuesUsd;
  sums.net_gains_usd += netGainUsd;
}

/**
 * The keys with the highest net gains of the market. A route counts fully and once for each key of
 * its route stops; key 0 means unknown.
 */
export function* sumByKey(
  { routes, names }: Pick<ArbitrageColumns, 'routes' | 'names'>,
  market: RouteSums,
  configs: readonly ReplayedConfig[],
  keyOf: (place: RoutePlace) => number,
): Generator<void, KeyedFigures[]> {
  const byKey = new Map<number, { market: Sums; configs: Sums[] }>();
  for (const [route, { places }] of routes.entries()) {
    if (route % routesPerStep === 0) yield;
    if (market.transactionsOf(route) === 0) continue;
    const keys = new Set(places.map(keyOf));
    keys.delete(0);
    for (const key of keys) {
      let sums = byKey.get(key);
      if (sums === undefined) {
        sums = { market: noSums(), configs: configs.map(noSums) };
        byKey.set(key, sums);
      }
      market.addTo(sums.market, route);
      for (const [at, { covers, allowed }] of configs.entries()) {
        const own = sums.configs[at];
        if (own === undefined || (covers[route]?.groups.length ?? 0) === 0) continue;
        allowed.addTo(own, route);
      }
    }
  }
  return [...byKey]
    .map(([key, sums]) => ({ key, ...sums }))
    .sort(
      (one, other) =>
        other.market.net_gains_usd - one.market.net_gains_usd ||
        // By name: IDs differ between processes.
        (names.nameOf(one.key) < names.nameOf(other.key) ? -1 : 1),
    )
    .slice(0, maxKeys);
}
