import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import {
  defaultGrowthPlaces,
  type Growth,
  type GrowthPlace,
} from '../../../api/arbscope/growth.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { comparableCoverage } from '../../../api/limits.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { hourSeconds, hourStart } from '../../base/hour.ts';
import type { CreditSums } from '../../store/reads/creditSums.ts';
import type { CreditQuery } from '../../store/reads/marketReads.ts';
import { isNoName } from '../../store/reads/nameId.ts';
import { type TimeWindow, windowUntilNow } from '../operationContext.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { readSummedCoverage } from './historyCoverage.ts';

const defaultTimeRangeSeconds = 86_400;

type Figures = NonNullable<GrowthPlace['before']>;
type Kind = NonNullable<ParametersOf<ArbscopeOperations['growth']>['by']>;

interface Place extends Pick<GrowthPlace, 'token' | 'amm' | 'pool'> {
  readonly now: Figures;
  readonly before: Figures;
}

/** As in the Finder, an arbitrage counts once for each token of its route, and for each pool of a token. */
export async function handleGrowth(
  context: ArbscopeContext,
  parameters: ParametersOf<ArbscopeOperations['growth']>,
  options: MarketCallOptions = {},
): Promise<Growth> {
  const { by = 'token', timeRange = defaultTimeRangeSeconds, bases: baseMints } = parameters;
  const { tokens = [], wallets = [], limit = defaultGrowthPlaces } = parameters;
  const { store } = context;
  const isByToken = by === 'token';
  const { seconds, window, before } = comparedWindows(context, timeRange, { wallets, isByToken });
  const creditsFrom = store.creditsFromSeconds({ wallets, isByToken }) ?? 0;
  const [now, former, coverage, coverageBefore] = await Promise.all([
    store.creditSums({ window, baseMints, wallets, isByToken }, options),
    store.creditSums({ window: before, baseMints, wallets, isByToken }, options),
    ...[window, before].map((each: TimeWindow) =>
      each.fromSeconds < creditsFrom
        ? null
        : store.inSnapshot((snapshot) => readSummedCoverage(context, snapshot, each), options),
    ),
  ]);
  const isComparable = [coverage, coverageBefore].every(
    (indexed) => (indexed ?? 0) >= comparableCoverage,
  );
  const places = new Map<string, Place>();
  addPlaces(places, now, by, 'now');
  addPlaces(places, former, by, 'before');
  const wanted = new Set(tokens);
  const found = [...places.values()]
    .filter(({ token }) => wanted.size === 0 || wanted.has(token))
    .map((place) => toGrowthPlace(place, { isBeforeKnown: coverageBefore != null, isComparable }));
  return {
    time_range: seconds,
    coverage: coverage ?? null,
    coverage_before: coverageBefore ?? null,
    places_total: found.length,
    places: found.sort(largestFirst(isComparable ? changeOf : gainsOf)).slice(0, limit),
  };
}

interface ComparedWindows {
  /** Of each window. */
  readonly seconds: number;
  readonly window: TimeWindow;
  readonly before: TimeWindow;
}

/** Sums by hour remain longer than rows. Windows that need them consist of whole hours, up to the last full one. */
function comparedWindows(
  context: ArbscopeContext,
  timeRange: number,
  query: Pick<CreditQuery, 'wallets' | 'isByToken'>,
): ComparedWindows {
  const { store } = context;
  const window = windowUntilNow(context, timeRange);
  const before = windowBefore(window.fromSeconds, timeRange);
  const needsSums = before.fromSeconds < (store.rowsFromSeconds ?? 0) && timeRange >= hourSeconds;
  if (!needsSums || store.creditsFromSeconds(query) !== null) {
    return { seconds: timeRange, window, before };
  }
  const seconds = hourStart(timeRange);
  const hours = windowBefore(hourStart(window.toSeconds + 1), seconds);
  return { seconds, window: hours, before: windowBefore(hours.fromSeconds, seconds) };
}

const windowBefore = (end: number, seconds: number): TimeWindow => ({
  fromSeconds: Math.max(0, end - seconds),
  toSeconds: end - 1,
});

function addPlaces(
  places: Map<string, Place>,
  sums: CreditSums,
  by: Kind,
  when: 'now' | 'before',
): void {
  for (let row = 0; row < sums.rowCount; row++) {
    const stop = sums.stopOf(row);
    if (by === 'token' ? !sums.isFirstOfToken(row) : isNoName(stop.pool)) continue;
    const token = sums.nameOf(stop.token);
    const [amm, pool] =
      by === 'token' ? [null, null] : [sums.nameOf(stop.amm), sums.nameOf(stop.pool)];
    const key = `${token} ${pool}`;
    const place = places.get(key) ?? { token, amm, pool, now: noFigures(), before: noFigures() };
    places.set(key, place);
    const figures = place[when];
    figures.revenues_usd += sums.revenuesUsd[row] ?? 0;
    figures.net_gains_usd += sums.profitsUsd[row] ?? 0;
    figures.volume_usd += sums.volumeUsd[row] ?? 0;
    figures.transactions += sums.transactions[row] ?? 0;
  }
}

const noFigures = (): Figures => ({
  ...{ revenues_usd: 0, net_gains_usd: 0, volume_usd: 0, transactions: 0 },
});

interface Comparison {
  readonly isBeforeKnown: boolean;
  readonly isComparable: boolean;
}

function toGrowthPlace(
  { now, before, ...names }: Place,
  { isBeforeKnown, isComparable }: Comparison,
): GrowthPlace {
  const hasGrowth = isComparable && before.revenues_usd > 0;
  return {
    ...names,
    ...now,
    before: isBeforeKnown ? before : null,
    growth: hasGrowth ? now.revenues_usd / before.revenues_usd - 1 : null,
  };
}

const changeOf = ({ revenues_usd, before }: GrowthPlace): number =>
  revenues_usd - (before?.revenues_usd ?? 0);

const gainsOf = ({ revenues_usd }: GrowthPlace): number => revenues_usd;

/** Ties by address, so that every store returns the same order. */
const largestFirst =
  (figureOf: (place: GrowthPlace) => number) =>
  (first: GrowthPlace, second: GrowthPlace): number =>
    figureOf(second) - figureOf(first) ||
    (`${first.token} ${first.pool}` < `${second.token} ${second.pool}` ? -1 : 1);
