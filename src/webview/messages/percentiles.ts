/** What the percentile panel and its page say to each other beyond `messages.ts`. */
import {
  array,
  boolean,
  type Guarded,
  nullable,
  number,
  object,
  oneOf,
  parserOf,
  rawAmount,
  string,
} from '../guards.ts';

/** The three operations that the panel draws. */
export const statistics = ['tipsByComputeUnit', 'tipsByGains', 'feesByComputeUnit'] as const;
export type Statistic = (typeof statistics)[number];

const displayString = string(2_000);
const maxWallets = 1_000;
const maxProviders = 40;
const percentileCount = 12;
/** More lines than anybody can tell apart; the service answers one for each provider and mint. */
export const maxSeries = 120;
/** Enough for a point every three minutes of a day. */
export const maxHistory = 480;

/**
 * What the panel asks for, and comes back by with the window. Raw amounts are decimal text: a
 * message holds no bigint.
 */
export const isPercentileQuery = object({
  statistic: oneOf(...statistics),
  /** Compute units, or the input amount in the smallest unit of the base mint; null: no bound. */
  minimum: nullable(rawAmount),
  maximum: nullable(rawAmount),
  /** None: all of them. */
  providers: array(string(40), maxProviders),
  /** None: the whole market. */
  wallets: array(string(44), maxWallets),
  /** One window, or two to be shown side by side. */
  windowsSeconds: array(number, 2),
});
export type PercentileQuery = Guarded<typeof isPercentileQuery>;

const isSeries = object({
  provider: displayString,
  /** `null` for fees, which are paid in SOL. */
  mint: nullable(string(100)),
  /** Of the mint, or its short address. */
  symbol: displayString,
  /**
   * What the values are: amounts of SOL in lamports, amounts of another mint in its smallest unit,
   * or percentages of the gains, which some services may answer for tips.
   */
  unit: oneOf('lamports', 'smallest-unit', 'percentage'),
  /** Transactions in the sample. */
  sample: number,
  /** In the order of `percentileKeys`; null where there is no value. */
  values: array(nullable(number), percentileCount),
});
/** One line: a provider, and for tips a mint. */
export type PercentileSeries = Guarded<typeof isSeries>;
export type ValueUnit = PercentileSeries['unit'];

export const isPercentileResponse = object({
  windowSeconds: number,
  answeredAtMilliseconds: number,
  series: array(isSeries, maxSeries),
  /** What of the answer could not be read or is left out, in words. */
  faults: array(displayString, 30),
});
/** What one request answered. */
export type PercentileResponse = Guarded<typeof isPercentileResponse>;

export const isPercentileContent = object({
  /** The answers are to this. */
  query: isPercentileQuery,
  /** One for each window of the query. */
  responses: array(isPercentileResponse, 2),
  /** Kept answers of the last 24 hours to the same question, for each window of the query. */
  history: array(array(isPercentileResponse, maxHistory), 2),
  source: displayString,
  isSimulated: boolean,
  /** Percentiles are by nearest rank, or as a remote service computes them. */
  isNearestRank: boolean,
  /** What SOL cost of late, where the connection tells. */
  solPrice: nullable(object({ usd: number, atMilliseconds: nullable(number) })),
  /** The published limit; null where the connection has none. */
  requestsPerMinute: nullable(number),
  /** When the next request is allowed; null: at once. */
  nextRequestAtMilliseconds: nullable(number),
  /** Requests that could be made at once; null where nothing tells. */
  requestsLeft: nullable(number),
});
export type PercentileContent = Guarded<typeof isPercentileContent>;

const isPercentileRequest = object({ type: oneOf('ask'), query: isPercentileQuery });
/** From the page: ask this. */
export type PercentileRequest = Guarded<typeof isPercentileRequest>;

export const parsePercentileRequest = parserOf(isPercentileRequest);

/** A smaller sample tells little of its tails. */
export const smallSampleSize = 30;

/** The same for one line in every answer. */
export const seriesKey = ({
  provider,
  mint,
}: Pick<PercentileSeries, 'provider' | 'mint'>): string => `${provider} ${mint ?? ''}`;
