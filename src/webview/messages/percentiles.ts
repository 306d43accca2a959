import * as is from '../guards.ts';

export const statistics = ['tipsByComputeUnit', 'tipsByGains', 'feesByComputeUnit'] as const;
export type Statistic = (typeof statistics)[number];

const displayString = is.string(2_000);
const maxWallets = 1_000;
const maxProviders = 40;
const percentileCount = 12;
/** More than can be distinguished; a service returns a line per provider and mint. */
export const maxSeries = 120;
/** Enough for a point every three minutes of a day. */
export const maxHistory = 480;

/** Raw amounts are decimal strings: messages have no bigint. */
export const isPercentileQuery = is.object({
  statistic: is.oneOf(...statistics),
  /** Compute units, or the input amount in raw units of the base mint; null: no bound. */
  minimum: is.nullable(is.rawAmount),
  maximum: is.nullable(is.rawAmount),
  /** Empty: all. */
  providers: is.array(is.string(40), maxProviders),
  /** Empty: the whole market. */
  wallets: is.array(is.string(44), maxWallets),
  windowsSeconds: is.array(is.number, 2),
});
export type PercentileQuery = is.Guarded<typeof isPercentileQuery>;

const isSeries = is.object({
  provider: displayString,
  /** `null` for fees, which are paid in SOL. */
  mint: is.nullable(is.string(100)),
  /** Symbol of the mint, or its short address. */
  symbol: displayString,
  /** Lamports, the mint's raw unit, or (tips of some services) percent of the gains. */
  unit: is.oneOf('lamports', 'smallest-unit', 'percentage'),
  sample: is.number,
  /** In the order of `percentileKeys`; null: no value. */
  values: is.array(is.nullable(is.number), percentileCount),
});
/** A line per provider; for tips, per provider and mint. */
export type PercentileSeries = is.Guarded<typeof isSeries>;
export type ValueUnit = PercentileSeries['unit'];

export const isPercentileResponse = is.object({
  windowSeconds: is.number,
  answeredAtMilliseconds: is.number,
  series: is.array(isSeries, maxSeries),
  faults: is.array(displayString, 30),
});
export type PercentileResponse = is.Guarded<typeof isPercentileResponse>;

/** Of the attempts of a window, those with a durable nonce, and those of which it is unknown. */
export interface NonceCounts {
  readonly attempts: number;
  readonly durable: number;
  readonly unknown: number;
}

export interface PercentileContent {
  readonly query: PercentileQuery;
  /** One per window of the query. */
  readonly responses: readonly PercentileResponse[];
  /** One per window of the query; `null` for tips, and if the service does not count them. */
  readonly nonces: readonly (NonceCounts | null)[];
  /** From `writeHistory`; large, so it is parsed only when it is drawn. */
  readonly history: string;
  /** Whether the engine stores a past that the history does not have yet. */
  readonly isPastUnread: boolean;
  readonly source: string;
  readonly isSimulated: boolean;
  /** Whether percentiles are by nearest rank; otherwise a remote service defines them. */
  readonly isNearestRank: boolean;
  /** Recent price; null if the connection has none. */
  readonly solPrice: { readonly usd: number; readonly atMilliseconds: number | null } | null;
  /** Published limit; null if the connection has none. */
  readonly requestsPerMinute: number | null;
  /** When the next request is allowed; null: at once. */
  readonly nextRequestAtMilliseconds: number | null;
  /** Requests that are allowed now; null: unknown. */
  readonly requestsLeft: number | null;
}

/** Responses of the last 24 hours to a query, by window, oldest first. */
export type ResponseHistory = readonly (readonly PercentileResponse[])[];

export const writeHistory = (history: ResponseHistory): string => JSON.stringify(history);

export const readHistory = (text: string): ResponseHistory => JSON.parse(text);

const isPercentileRequest = is.union(
  is.object({ type: is.oneOf('ask'), query: isPercentileQuery }),
  /** Adds the stored windows of the last day to the history. */
  is.object({ type: is.oneOf('read-past') }),
);
export type PercentileRequest = is.Guarded<typeof isPercentileRequest>;

export const parsePercentileRequest = is.parserOf(isPercentileRequest);

/** Provider name that stands for all providers together. */
export const marketProvider = '*';

export const seriesKey = ({
  provider,
  mint,
}: Pick<PercentileSeries, 'provider' | 'mint'>): string => `${provider} ${mint ?? ''}`;
