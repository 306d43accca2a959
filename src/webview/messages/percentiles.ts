/** The messages between the percentile panel and its page beyond `messages.ts`. */
import * as is from '../guards.ts';

export const statistics = ['tipsByComputeUnit', 'tipsByGains', 'feesByComputeUnit'] as const;
export type Statistic = (typeof statistics)[number];

const displayString = is.string(2_000);
const maxWallets = 1_000;
const maxProviders = 40;
const percentileCount = 12;
/** More lines than anybody can tell apart; a service returns one for each provider and mint. */
export const maxSeries = 120;
/** Enough for a point every three minutes of a day. */
export const maxHistory = 480;
/** More than so many responses take. */
const maxHistoryCharacters = 50_000_000;

/** The query that restores the panel. Raw amounts are decimal text: messages hold no bigint. */
export const isPercentileQuery = is.object({
  statistic: is.oneOf(...statistics),
  /** Compute units, or the input amount in the smallest unit of the base mint; null: no bound. */
  minimum: is.nullable(is.rawAmount),
  maximum: is.nullable(is.rawAmount),
  /** None: all of them. */
  providers: is.array(is.string(40), maxProviders),
  /** None: the whole market. */
  wallets: is.array(is.string(44), maxWallets),
  windowsSeconds: is.array(is.number, 2),
});
export type PercentileQuery = is.Guarded<typeof isPercentileQuery>;

const isSeries = is.object({
  provider: displayString,
  /** `null` for fees, which are paid in SOL. */
  mint: is.nullable(is.string(100)),
  /** Of the mint, or its short address. */
  symbol: displayString,
  /** SOL in lamports, the mint's smallest unit, or (tips of some services) percent of the gains. */
  unit: is.oneOf('lamports', 'smallest-unit', 'percentage'),
  sample: is.number,
  /** In the order of `percentileKeys`; null where there is no value. */
  values: is.array(is.nullable(is.number), percentileCount),
});
/** One line: a provider, and for tips a mint. */
export type PercentileSeries = is.Guarded<typeof isSeries>;
export type ValueUnit = PercentileSeries['unit'];

export const isPercentileResponse = is.object({
  windowSeconds: is.number,
  answeredAtMilliseconds: is.number,
  series: is.array(isSeries, maxSeries),
  /** Messages about parts that could not be read or are left out. */
  faults: is.array(displayString, 30),
});
export type PercentileResponse = is.Guarded<typeof isPercentileResponse>;

export const isPercentileContent = is.object({
  query: isPercentileQuery,
  /** One for each window of the query. */
  responses: is.array(isPercentileResponse, 2),
  /** Of `writeHistory`: most of a message, and read only where it is drawn. */
  history: is.string(maxHistoryCharacters),
  source: displayString,
  isSimulated: is.boolean,
  /** Percentiles are by nearest rank, or as a remote service computes them. */
  isNearestRank: is.boolean,
  /** A recent price, where the connection has one. */
  solPrice: is.nullable(is.object({ usd: is.number, atMilliseconds: is.nullable(is.number) })),
  /** The published limit; null where the connection has none. */
  requestsPerMinute: is.nullable(is.number),
  /** When the next request is allowed; null: at once. */
  nextRequestAtMilliseconds: is.nullable(is.number),
  /** Requests that are allowed now; null where unknown. */
  requestsLeft: is.nullable(is.number),
});
export type PercentileContent = is.Guarded<typeof isPercentileContent>;

/** Responses of the last 24 hours to a query, for each of its windows, the oldest first. */
export type ResponseHistory = readonly (readonly PercentileResponse[])[];

export const writeHistory = (history: ResponseHistory): string => JSON.stringify(history);

const parseResponses = is.parserOf(is.array(is.array(isPercentileResponse, maxHistory), 2));

/** Throws for what `writeHistory` never returns. */
export function readHistory(text: string): ResponseHistory {
  const history = parseResponses(JSON.parse(text));
  if (history === null) throw new TypeError('The history of percentiles is malformed.');
  return history;
}

const isPercentileRequest = is.object({ type: is.oneOf('ask'), query: isPercentileQuery });
/** From the page: send this query. */
export type PercentileRequest = is.Guarded<typeof isPercentileRequest>;

export const parsePercentileRequest = is.parserOf(isPercentileRequest);

/** The percentiles of a smaller sample are a rough guide at best. */
export const smallSampleSize = 30;

/** In place of a provider: all of them together. */
export const marketProvider = '*';

/** The same for one line in every response. */
export const seriesKey = ({
  provider,
  mint,
}: Pick<PercentileSeries, 'provider' | 'mint'>): string => `${provider} ${mint ?? ''}`;
