import { t } from '@vscode/l10n';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { CoverageFigures } from '../../../api/arbscope/coverage.ts';
import {
  maxSettingsCombinations,
  type Replay,
  type ReplayedSettings,
  type SettingsOutcome,
} from '../../../api/arbscope/replay.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { ammPrograms } from '../../../solana/knownPrograms.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type {
  ArbitrageColumns,
  ArbitrageRoute,
  RoutePlace,
} from '../../store/reads/arbitrageColumns.ts';
import { symbolOf } from '../operationContext.ts';
import { columnsWithin } from './arbitrageColumns.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { assumeCosts, netGainsAfter } from './assumedCosts.ts';
import { countCoverage } from './countCoverage.ts';
import { toCovered } from './coverage.ts';
import { coverageWindowOf, describeWindow } from './coverageWindow.ts';
import { coverRoutes, toFilterNumbers, toPoolGroups } from './coverGroups.ts';
import { toExportedRoutes } from './exportedRoutes.ts';
import { inSlices } from './inSlices.ts';
import type { LoadedArbitrages } from './loadedArbitrages.ts';
import { type KeyedFigures, type ReplayedConfig, sumByKey, sumByTime } from './replayedFigures.ts';
import { noSums, type RouteSums, sumArbitrages } from './routeSums.ts';
import { coverSettings, type ReplayedRows, type SettingsGrid } from './settingsGrid.ts';

type ReplayParameters = ParametersOf<ArbscopeOperations['replay']>;

const defaultIntervalSeconds = 3_600;
const maxPoints = 2_000;

/**
 * Replays a window against configs, and against exports with other settings. Throws a MarketError
 * of kind `bad-parameter` for a reversed or too long window and too many combinations.
 */
export async function handleReplay(
  context: ArbscopeContext,
  arbitrages: LoadedArbitrages,
  parameters: ReplayParameters,
  options: MarketCallOptions = {},
): Promise<Replay> {
  const { percentile, interval = defaultIntervalSeconds, settings } = parameters;
  const { signal } = options;
  const window = coverageWindowOf(context, parameters);
  checkPoints(window, interval);
  const grid = settings === undefined ? null : toGrid(settings);
  // Exports at the start of the window rank the time before it.
  const rankedSeconds = Math.max(0, ...(grid?.tokens_time_range ?? []));
  const fromSeconds = Math.max(0, window.fromSeconds - rankedSeconds);
  const loaded = await arbitrages.within({ ...window, fromSeconds }, options);
  const columns = columnsWithin(loaded, window);
  const { names } = columns;
  const costs = percentile === undefined ? null : await assumeCosts(columns, percentile, signal);
  const netGainsUsd = await netGainsAfter(columns, costs, signal);
  const market = await sumArbitrages(columns, netGainsUsd, null, signal);
  const { configs, covered } = await cover(columns, netGainsUsd, parameters, signal);
  const byKey = (keyOf: (place: RoutePlace) => number): Promise<KeyedFigures[]> =>
    inSlices(sumByKey(columns, market.allowed, configs, keyOf), signal);
  const named =
    (nameOf: (address: string) => string | undefined) =>
    ({ key: number, ...figures }: KeyedFigures) => {
      const key = names.nameOf(number);
      return { key, name: nameOf(key) ?? '', ...figures };
    };
  const tryOut = async (settings: SettingsGrid): Promise<SettingsOutcome[]> => {
    const baseMints = toFilterNumbers(parameters.settings?.base_mints, names);
    const rows = rankedRows(loaded, netGainsUsd, baseMints);
    const exported = await inSlices(toExportedRoutes(loaded.routes), signal);
    return await inSlices(coverSettings(rows, exported, settings, window), signal);
  };
  return {
    window: await describeWindow(context, window, options),
    interval,
    total: sumOf(columns.routes, market.allowed),
    assumed: [...(costs?.values() ?? [])],
    configs: covered,
    points: await inSlices(sumByTime(columns, netGainsUsd, configs, window, interval), signal),
    tokens: (await byKey(({ token }) => token)).map(named((mint) => symbolOf(context, mint))),
    amms: (await byKey(({ amm }) => amm)).map(named((amm) => ammPrograms.get(amm)?.name)),
    settings: grid === null ? [] : await tryOut(grid),
  };
}

async function cover(
  columns: ArbitrageColumns,
  netGainsUsd: Float64Array,
  { configs }: ReplayParameters,
  signal: AbortSignal | undefined,
): Promise<{ readonly configs: ReplayedConfig[]; readonly covered: Replay['configs'] }> {
  const { routes, names } = columns;
  const replayed: ReplayedConfig[] = [];
  const covered: Replay['configs'] = [];
  for (const { groups, base_mints } of configs) {
    const covers = await coverRoutes(routes, toPoolGroups(groups, names), signal);
    const baseMints = toFilterNumbers(base_mints, names);
    const summed = await sumArbitrages(columns, netGainsUsd, baseMints, signal);
    const parts = { groups: groups.length, pools: new Set<number>() };
    const counted = await countCoverage(routes, covers, summed, parts, signal);
    replayed.push({ covers, baseMints, allowed: summed.allowed });
    covered.push({ covered: counted.covered, groups: counted.groups.map(toCovered) });
  }
  return { configs: replayed, covered };
}

/** `netGainsUsd` has only the rows of the window, which are the last. */
function rankedRows(
  loaded: ArbitrageColumns,
  netGainsUsd: Float64Array,
  baseMints: ReadonlySet<number> | null,
): ReplayedRows {
  const ofAll = new Float64Array(loaded.count);
  ofAll.set(netGainsUsd, loaded.count - netGainsUsd.length);
  const { timeSeconds, route, revenuesUsd, base } = loaded;
  if (baseMints === null) return { timeSeconds, route, revenuesUsd, netGainsUsd: ofAll };
  const isRanked = (_: number, row: number): boolean => baseMints.has(base[row] ?? 0);
  return {
    timeSeconds: timeSeconds.filter(isRanked),
    route: route.filter(isRanked),
    revenuesUsd: revenuesUsd.filter(isRanked),
    netGainsUsd: ofAll.filter(isRanked),
  };
}

/** Throws a MarketError of kind `bad-parameter`. */
function toGrid(settings: ReplayedSettings): SettingsGrid {
  const distinct = (values: readonly number[]): number[] => [...new Set(values)];
  const grid = {
    tokens_max: distinct(settings.tokens_max),
    min_transactions: distinct(settings.min_transactions),
    refresh_seconds: distinct(settings.refresh_seconds),
    tokens_time_range: distinct(settings.tokens_time_range),
  };
  const combinations = Object.values(grid).reduce((product, { length }) => product * length, 1);
  if (combinations > maxSettingsCombinations) {
    throw new MarketError(
      'bad-parameter',
      t(
        'settings has {0} combinations: at most {1} are tried.',
        combinations,
        maxSettingsCombinations,
      ),
      { parameter: 'settings' },
    );
  }
  return grid;
}

/** Throws a MarketError of kind `bad-parameter`. */
function checkPoints({ fromSeconds, toSeconds }: TimeWindow, interval: number): void {
  if (Math.floor(toSeconds / interval) - Math.floor(fromSeconds / interval) < maxPoints) return;
  throw new MarketError(
    'bad-parameter',
    t('interval is too short for this period: at most {0} points are returned.', maxPoints),
    { parameter: 'interval' },
  );
}

function sumOf(routes: readonly ArbitrageRoute[], sums: RouteSums): CoverageFigures {
  const total = noSums();
  for (let route = 0; route < routes.length; route++) sums.addTo(total, route);
  return total;
}
