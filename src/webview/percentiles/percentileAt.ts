import { type PercentileKey, percentileKeys } from '../../interface/enumerations.ts';

/** The published percentiles as numbers: 0, 10, …, 90, 95, 99. */
export const tablePercents: readonly number[] = percentileKeys.map((key) => Number(key.slice(1)));

/** The greatest percentile that a table tells anything of. */
export const greatestPercent = 99;

/** A value at one of the twelve, or at a place between two of them. */
export interface PercentileReading {
  readonly amount: number;
  /** The neighbours that the amount lies between; null where the table holds the percentile itself. */
  readonly between: readonly [TableEntry, TableEntry] | null;
}

export interface TableEntry {
  readonly key: PercentileKey;
  readonly amount: number;
}

/**
 * The value of a table at any percentile from 0 to 99. Between two of the twelve it lies on the
 * straight line between them, which is what the picture draws; the true one lies between the two.
 * `null` where the table has no value there.
 */
export function readingAt(
  values: readonly (number | null)[],
  percent: number,
): PercentileReading | null {
  if (!(percent >= 0 && percent <= greatestPercent)) return null;
  const upperAt = tablePercents.findIndex((each) => each >= percent);
  const upper = entryAt(values, upperAt);
  if (upper === null) return null;
  const upperPercent = tablePercents[upperAt] ?? 0;
  if (upperPercent === percent) return { amount: upper.amount, between: null };
  const lower = entryAt(values, upperAt - 1);
  if (lower === null) return null;
  const lowerPercent = tablePercents[upperAt - 1] ?? 0;
  const share = (percent - lowerPercent) / (upperPercent - lowerPercent);
  return {
    amount: lower.amount + share * (upper.amount - lower.amount),
    between: [lower, upper],
  };
}

/**
 * Where a percentile stands among the twelve, which are drawn at even distances: 0 for p00, 11 for
 * p99.
 */
export function placeOfPercent(percent: number): number {
  const upperAt = tablePercents.findIndex((each) => each >= percent);
  if (upperAt <= 0) return upperAt === 0 ? 0 : tablePercents.length - 1;
  const upper = tablePercents[upperAt] ?? 0;
  const lower = tablePercents[upperAt - 1] ?? 0;
  return upperAt - 1 + (percent - lower) / (upper - lower);
}

/** `p05`, `p75`. */
export const percentLabel = (percent: number): string => `p${String(percent).padStart(2, '0')}`;

function entryAt(values: readonly (number | null)[], at: number): TableEntry | null {
  const key = percentileKeys[at];
  const amount = values[at];
  if (key === undefined || typeof amount !== 'number' || !Number.isFinite(amount)) return null;
  return { key, amount };
}
