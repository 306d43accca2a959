/** What the percentile panel and its page say to each other beyond `messages.ts`. */
import {
  bool,
  type Guarded,
  list,
  number,
  oneOf,
  orNull,
  rawAmount,
  reader,
  shape,
  text,
} from '../guards.ts';

/** The three operations that the panel draws. */
export const statistics = ['tipsByComputeUnit', 'tipsByGains', 'feesByComputeUnit'] as const;
export type Statistic = (typeof statistics)[number];

const words = text(2_000);
const mostWallets = 1_000;
const mostProviders = 40;
const percentiles = 12;
/** More lines than anybody can tell apart; the service answers one for each provider and mint. */
export const mostSeries = 120;
/** Enough for a point every three minutes of a day. */
export const mostKept = 480;

/**
 * What the panel asks for, and comes back by with the window. Raw amounts are decimal text: a
 * message holds no bigint.
 */
export const isPercentileQuery = shape({
  statistic: oneOf(...statistics),
  /** Compute units, or the input amount in the smallest unit of the base mint; null: no bound. */
  minimum: orNull(rawAmount),
  maximum: orNull(rawAmount),
  /** None: all of them. */
  providers: list(text(40), mostProviders),
  /** None: the whole market. */
  wallets: list(text(44), mostWallets),
  /** One window, or two to be shown side by side. */
  windowsSeconds: list(number, 2),
});
export type PercentileQuery = Guarded<typeof isPercentileQuery>;

const isSeries = shape({
  provider: words,
  /** `null` for fees, which are paid in SOL. */
  mint: orNull(text(100)),
  /** Of the mint, or its short address. */
  symbol: words,
  /**
   * What the values are: amounts of SOL in lamports, amounts of another mint in its smallest unit,
   * or percentages of the gains, which some services may answer for tips.
   */
  unit: oneOf('lamports', 'smallest-unit', 'percentage'),
  /** Transactions in the sample. */
  sample: number,
  /** In the order of `percentileKeys`; null where there is no value. */
  values: list(orNull(number), percentiles),
});
/** One line: a provider, and for tips a mint. */
export type PercentileSeries = Guarded<typeof isSeries>;
export type ValueUnit = PercentileSeries['unit'];

export const isPercentileAnswer = shape({
  windowSeconds: number,
  answeredAtMilliseconds: number,
  series: list(isSeries, mostSeries),
  /** What of the answer could not be read or is left out, in words. */
  faults: list(words, 30),
});
/** What one request answered. */
export type PercentileAnswer = Guarded<typeof isPercentileAnswer>;

export const isPercentileContent = shape({
  /** The answers are to this. */
  query: isPercentileQuery,
  /** One for each window of the query. */
  answers: list(isPercentileAnswer, 2),
  /** Kept answers of the last 24 hours to the same question, for each window of the query. */
  kept: list(list(isPercentileAnswer, mostKept), 2),
  source: words,
  isSimulated: bool,
  /** Percentiles are by nearest rank, or as a remote service computes them. */
  isNearestRank: bool,
  /** What SOL cost of late, where the connection tells. */
  solPrice: orNull(shape({ usd: number, atMilliseconds: orNull(number) })),
  /** The published limit; null where the connection has none. */
  requestsPerMinute: orNull(number),
  /** When the next request is allowed; null: at once. */
  nextRequestAtMilliseconds: orNull(number),
  /** Requests that could be made at once; null where nothing tells. */
  requestsLeft: orNull(number),
});
export type PercentileContent = Guarded<typeof isPercentileContent>;

const isPercentileRequest = shape({ type: oneOf('ask'), query: isPercentileQuery });
/** From the page: ask this. */
export type PercentileRequest = Guarded<typeof isPercentileRequest>;

export const readPercentileRequest = reader(isPercentileRequest);

/** A smaller sample tells little of its tails. */
export const smallSample = 30;

/** The same for one line in every answer. */
export const seriesKey = ({
  provider,
  mint,
}: Pick<PercentileSeries, 'provider' | 'mint'>): string => `${provider} ${mint ?? ''}`;
