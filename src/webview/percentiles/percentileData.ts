import type { StatisticsProvider } from '../../interface/enumerations.ts';

/** The three operations that the panel draws. */
export const statistics = ['tipsByComputeUnit', 'tipsByGains', 'feesByComputeUnit'] as const;
export type Statistic = (typeof statistics)[number];

/** What the panel asks for. Raw amounts are decimal text: a webview's message holds no bigint. */
export interface PercentileQuery {
  readonly statistic: Statistic;
  /** Compute units, or the input amount in the smallest unit of the base mint; null: no bound. */
  readonly minimum: string | null;
  readonly maximum: string | null;
  /** None: all of them. */
  readonly providers: readonly StatisticsProvider[];
  /** None: the whole market. */
  readonly wallets: readonly string[];
  /** One window, or two to be shown side by side. */
  readonly windowsSeconds: readonly number[];
}

/**
 * What the values of a series are: amounts of SOL in lamports, amounts of another mint in its
 * smallest unit, or percentages of the gains, which some services may answer for tips.
 */
export type ValueUnit = 'lamports' | 'smallest-unit' | 'percentage';

/** One line: a provider, and for tips a mint. */
export interface PercentileSeries {
  readonly provider: string;
  /** `null` for fees, which are paid in SOL. */
  readonly mint: string | null;
  /** Of the mint, or its short address. */
  readonly symbol: string;
  readonly unit: ValueUnit;
  /** Transactions in the sample. */
  readonly sample: number;
  /** In the order of `percentileKeys`; null where there is no value. */
  readonly values: readonly (number | null)[];
}

/** What one request answered. */
export interface PercentileAnswer {
  readonly windowSeconds: number;
  readonly answeredAtMilliseconds: number;
  readonly series: readonly PercentileSeries[];
  /** What of the answer could not be read, in words. */
  readonly faults: readonly string[];
}

/** A smaller sample tells little of its tails. */
export const smallSample = 30;

/** The same for one line in every answer. */
export const seriesKey = ({ provider, mint }: PercentileSeries): string =>
  `${provider} ${mint ?? ''}`;
