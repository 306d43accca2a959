import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import {
  type CoverageFigures,
  type CoverageReport,
  type CoveredGroup,
  coverageCauses,
  type MissedToken,
  maxMissingPools,
} from '../../../api/arbscope/coverage.ts';
import { createYielder } from '../../../api/createYielder.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { isoTime } from '../../base/timeWindow.ts';
import type { ColumnNames } from '../../store/reads/arbitrageColumns.ts';
import { symbolOf } from '../operationContext.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { assumeCosts, netGainsAfter } from './assumedCosts.ts';
import { type CountedCoverage, countCoverage, type DatedSums } from './countCoverage.ts';
import { coverageWindowOf, describeWindow } from './coverageWindow.ts';
import { coverRoutes, toFilterNumbers, toPoolGroups } from './coverGroups.ts';
import { describeMissingPools } from './describeMissingPools.ts';
import type { LoadedArbitrages } from './loadedArbitrages.ts';
import { findMissingPools, poolsOfAmms } from './missingPools.ts';
import { sumArbitrages } from './routeSums.ts';

const defaultMissingPools = 30;

/**
 * The arbitrages of a window that a config could have taken without competition: those with a net
 * gain whose pools are all in one of its groups. Also returns the pools that would add most.
 */
export async function handleCoverage(
  context: ArbscopeContext,
  arbitrages: LoadedArbitrages,
  parameters: ParametersOf<ArbscopeOperations['coverage']>,
  options: MarketCallOptions = {},
): Promise<CoverageReport> {
  const { groups: listed, percentile } = parameters;
  const { missing = defaultMissingPools } = parameters;
  const { signal } = options;
  const window = coverageWindowOf(context, parameters);
  const columns = await arbitrages.within(window, options);
  const { routes, names } = columns;
  const costs = percentile === undefined ? null : await assumeCosts(columns, percentile, signal);
  const netGainsUsd = await netGainsAfter(columns, costs, signal);
  const sums = await sumArbitrages(
    columns,
    netGainsUsd,
    toFilterNumbers(parameters.base_mints, names),
    signal,
  );
  const yieldIfDue = createYielder(signal);
  const groups = toPoolGroups(listed, names);
  await yieldIfDue();
  const covers = await coverRoutes(routes, groups, signal);
  const pools = new Set(groups.flatMap((group) => [...group]));
  await yieldIfDue();
  const counted = await countCoverage(
    routes,
    covers,
    sums,
    { groups: groups.length, pools },
    signal,
  );
  const amms = toFilterNumbers(parameters.missing_amms, names);
  const isAllowed = amms === null ? null : poolsOfAmms(routes, amms);
  const added = await findMissingPools(
    routes,
    covers,
    sums.allowed,
    { groups, isAllowed, limit: missing },
    signal,
  );
  return {
    window: await describeWindow(context, window, options),
    total: counted.total,
    covered: counted.covered,
    causes: coverageCauses.map((cause) => ({ cause, ...counted.causes[cause] })),
    assumed: costs === null ? [] : [...costs.values()],
    groups: counted.groups.map(toCovered),
    pools: [...new Set(listed.flat())].map((address) => ({
      address,
      ...toCovered(counted.pools.get(names.find(address) ?? 0)),
    })),
    missing_pools: await describeMissingPools(
      context,
      added,
      columns,
      { groups: groups.length, coveredUsd: counted.covered.net_gains_usd },
      options,
    ),
    missed_tokens: missedTokensOf(context, names, counted),
  };
}

const noFigures: CoverageFigures = { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };

export function toCovered(sums: DatedSums = { ...noFigures, newestSeconds: 0 }): CoveredGroup {
  const { newestSeconds, ...figures } = sums;
  return { ...figures, newest: figures.transactions === 0 ? null : isoTime(newestSeconds) };
}

function missedTokensOf(
  context: ArbscopeContext,
  names: ColumnNames,
  { missedTokens }: CountedCoverage,
): MissedToken[] {
  const ranked = [...missedTokens].sort(
    ([oneToken, one], [otherToken, other]) =>
      other.net_gains_usd - one.net_gains_usd ||
      // By name: IDs differ between processes.
      (names.nameOf(oneToken) < names.nameOf(otherToken) ? -1 : 1),
  );
  return ranked.slice(0, maxMissingPools).map(([token, figures]) => {
    const mint = names.nameOf(token);
    return { mint, symbol: symbolOf(context, mint), ...figures };
  });
}
