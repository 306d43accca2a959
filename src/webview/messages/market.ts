import * as is from '../guards.ts';

/** Below the limit of a service, and more than most pages have pixels for. */
export const maxHistoryPoints = 1_900;
/** Maximum list length; a smaller range is more useful than more rows. */
export const maxListedArbitrages = 1_000;

export const scopeKinds = ['token', 'amm', 'pool', 'wallet', 'provider', 'bot'] as const;
const isMarketScope = is.object({
  kind: is.oneOf(...scopeKinds),
  /** An address, or the name of a provider or bot family. */
  value: is.string(100),
});
export type MarketScope = is.Guarded<typeof isMarketScope>;
export type ScopeKind = MarketScope['kind'];

/** Unix seconds; `to` is exclusive. */
const isTimeRange = is.object({ from: is.number, to: is.number });
export type TimeRange = is.Guarded<typeof isTimeRange>;

const isOrder = is.oneOf('gain', 'time');
export type ListOrder = is.Guarded<typeof isOrder>;

export const isMarketQuery = is.object({
  /** Null: the whole market. */
  scope: is.nullable(isMarketScope),
  /** Ends now; null: everything stored. */
  periodSeconds: is.nullable(is.number),
  /** Null: derived from the period and the page's width. */
  intervalSeconds: is.nullable(is.number),
  /** Number of intervals that fit in the page. */
  maxPoints: is.number,
  selection: is.nullable(isTimeRange),
  order: isOrder,
});
export type MarketQuery = is.Guarded<typeof isMarketQuery>;

export interface Sampled {
  readonly sample: number;
  /** Lamports at p50, p75 and p95; null: no sample. */
  readonly values: readonly (number | null)[];
}

export interface MarketFigures {
  readonly transactions: number;
  readonly failures: number;
  readonly revenuesUsd: number;
  readonly netGainsUsd: number;
  readonly volumeUsd: number;
  readonly tips: Sampled;
  readonly fees: Sampled;
}

export interface MarketPoint extends MarketFigures {
  /** Indexed share of the blocks; null: none, so the figures are unknown. */
  readonly coverage: number | null;
}

/** The period of the same length before; not given if too little of it is indexed to compare. */
export type FormerFigures = Pick<
  MarketFigures,
  'transactions' | 'failures' | 'revenuesUsd' | 'netGainsUsd'
>;

export interface MarketHistoryContent {
  /** Start of the first interval. */
  readonly fromMilliseconds: number;
  /** What the figures cover; the first and last interval may be partial. */
  readonly period: TimeRange;
  readonly intervalSeconds: number;
  readonly points: readonly MarketPoint[];
  readonly total: MarketFigures;
  /** Null: not stored, or not comparable; the whole store has no period before it. */
  readonly before: FormerFigures | null;
  /** Time of the oldest stored block; null: unknown. */
  readonly storedFromMilliseconds: number | null;
  /** Tips, fees and the list are missing before this; null: the whole period has them. */
  readonly rowsFromMilliseconds: number | null;
  /** Median tip of the last 24 hours in lamports; null: no sample. */
  readonly dayTip: number | null;
  /** Time of the newest block; null before the first. */
  readonly untilMilliseconds: number | null;
}

export interface ListedArbitrage {
  readonly signature: string;
  readonly atMilliseconds: number | null;
  readonly outcome: 'gain' | 'loss' | 'unknown' | 'failed' | 'no-swap';
  readonly netGainsUsd: number | null;
  /** Symbols in route order; empty without a route. */
  readonly route: readonly string[];
  readonly provider: string;
}

export interface MarketListContent {
  /** Figures of the selection; null: the list covers the whole period. */
  readonly total: MarketFigures | null;
  readonly rows: readonly ListedArbitrage[];
  readonly hasMore: boolean;
}

export interface ScopeChoice {
  readonly scope: MarketScope;
  readonly label: string;
}

export interface MarketContent {
  readonly query: MarketQuery;
  readonly source: string;
  readonly isSimulated: boolean;
  /** Empty: the whole market. */
  readonly scopeLabel: string;
  /** Suggested scopes, most frequent first within each kind. */
  readonly choices: readonly ScopeChoice[];
  /** Null if the connection does not support history. */
  readonly history: MarketHistoryContent | null;
  /** Null if it failed to load. */
  readonly list: MarketListContent | null;
}

const isMarketRequest = is.union(
  is.object({ type: is.oneOf('ask'), query: isMarketQuery }),
  is.object({ type: is.oneOf('more') }),
  is.object({ type: is.oneOf('enter-scope') }),
  is.object({ type: is.oneOf('show-live') }),
  is.object({ type: is.oneOf('open-transaction'), signature: is.string(100) }),
);
export type MarketRequest = is.Guarded<typeof isMarketRequest>;

export const parseMarketRequest = is.parserOf(isMarketRequest);

/** Seconds of the intervals that the service supports. */
const intervals = [60, 300, 3_600, 86_400] as const;

/** The interval of a period: the chosen one if it can be drawn, otherwise the finest that fits. */
export function chooseInterval(
  spanSeconds: number,
  { intervalSeconds, maxPoints }: Pick<MarketQuery, 'intervalSeconds' | 'maxPoints'>,
): (typeof intervals)[number] {
  const fitting = (most: number) => intervals.filter((each) => spanSeconds / each <= most);
  const chosen = fitting(maxHistoryPoints).find((each) => each === intervalSeconds);
  return chosen ?? fitting(maxPoints)[0] ?? 86_400;
}
