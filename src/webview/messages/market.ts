import * as is from '../guards.ts';

const displayString = is.string(2_000);
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

const isSampled = is.object({
  sample: is.number,
  /** Lamports at p50, p75 and p95; null: no sample. */
  values: is.array(is.nullable(is.number), 3),
});
export type Sampled = is.Guarded<typeof isSampled>;

const figureMembers = {
  transactions: is.number,
  failures: is.number,
  revenuesUsd: is.number,
  netGainsUsd: is.number,
  volumeUsd: is.number,
  tips: isSampled,
  fees: isSampled,
} as const;
const isFigures = is.object(figureMembers);
export type MarketFigures = is.Guarded<typeof isFigures>;

const isPoint = is.object({
  ...figureMembers,
  /** Indexed share of the blocks; null: none, so the figures are unknown. */
  coverage: is.nullable(is.number),
});
export type MarketPoint = is.Guarded<typeof isPoint>;

const isHistory = is.object({
  fromMilliseconds: is.number,
  intervalSeconds: is.number,
  points: is.array(isPoint, maxHistoryPoints + 2),
  total: isFigures,
  /** Tips, fees and the list are missing before this; null: the whole period has them. */
  rowsFromMilliseconds: is.nullable(is.number),
  /** Median tip of the last 24 hours in lamports; null: no sample. */
  dayTip: is.nullable(is.number),
  /** Time of the newest block; null before the first. */
  untilMilliseconds: is.nullable(is.number),
});
export type MarketHistoryContent = is.Guarded<typeof isHistory>;

const isListed = is.object({
  signature: is.string(100),
  atMilliseconds: is.nullable(is.number),
  outcome: is.oneOf('gain', 'loss', 'unknown', 'failed', 'no-swap'),
  netGainsUsd: is.nullable(is.number),
  /** Symbols in route order; empty without a route. */
  route: is.array(displayString, 100),
  provider: displayString,
});
export type ListedArbitrage = is.Guarded<typeof isListed>;

const isList = is.object({
  /** Figures of the selection; null: the list covers the whole period. */
  total: is.nullable(isFigures),
  rows: is.array(isListed, maxListedArbitrages + 200),
  hasMore: is.boolean,
});
export type MarketListContent = is.Guarded<typeof isList>;

const isScopeChoice = is.object({ scope: isMarketScope, label: displayString });
export type ScopeChoice = is.Guarded<typeof isScopeChoice>;

export const isMarketContent = is.object({
  query: isMarketQuery,
  source: displayString,
  isSimulated: is.boolean,
  /** Empty: the whole market. */
  scopeLabel: displayString,
  /** Suggested scopes, most frequent first within each kind. */
  choices: is.array(isScopeChoice, 200),
  /** Null if the connection does not support history. */
  history: is.nullable(isHistory),
  /** Null if it failed to load. */
  list: is.nullable(isList),
});
export type MarketContent = is.Guarded<typeof isMarketContent>;

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
