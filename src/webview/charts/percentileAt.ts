import { type PercentileKey, percentileKeys } from '../../api/enumerations.ts';

export const publishedPercents: readonly number[] = percentileKeys.map((key) =>
  Number(key.slice(1)),
);

export const maxPercent = 99;

export interface PercentileValue {
  readonly amount: number;
  /** Neighbours of an interpolated value; null if the table has the percentile. */
  readonly interpolatedBetween: readonly [PublishedPercentile, PublishedPercentile] | null;
}

interface PublishedPercentile {
  readonly key: PercentileKey;
  readonly amount: number;
}

/** Linear between the twelve, as drawn. */
export function percentileAt(
  values: readonly (number | null)[],
  percent: number,
): PercentileValue | null {
  if (!(percent >= 0 && percent <= maxPercent)) return null;
  const upperAt = publishedPercents.findIndex((each) => each >= percent);
  const upper = publishedAt(values, upperAt);
  if (upper === null) return null;
  const upperPercent = publishedPercents[upperAt] ?? 0;
  if (upperPercent === percent) return { amount: upper.amount, interpolatedBetween: null };
  const lower = publishedAt(values, upperAt - 1);
  if (lower === null) return null;
  const lowerPercent = publishedPercents[upperAt - 1] ?? 0;
  const share = (percent - lowerPercent) / (upperPercent - lowerPercent);
  return {
    amount: lower.amount + share * (upper.amount - lower.amount),
    interpolatedBetween: [lower, upper],
  };
}

export function everyPercentile(values: readonly (number | null)[]): readonly (number | null)[] {
  const amounts: (number | null)[] = [];
  let lower: number | null = null;
  for (const [at, upperPercent] of publishedPercents.entries()) {
    const upper = publishedAt(values, at)?.amount ?? null;
    const from = amounts.length;
    for (let percent = from; percent < upperPercent; percent++) {
      const share = (percent - from + 1) / (upperPercent - from + 1);
      amounts.push(lower === null || upper === null ? null : lower + share * (upper - lower));
    }
    amounts.push(upper);
    lower = upper;
  }
  return amounts;
}

/** The twelve are evenly spaced, from 0 for p00 to 11 for p99. */
export function percentPosition(percent: number): number {
  const upperAt = publishedPercents.findIndex((each) => each >= percent);
  if (upperAt <= 0) return upperAt === 0 ? 0 : publishedPercents.length - 1;
  const upper = publishedPercents[upperAt] ?? 0;
  const lower = publishedPercents[upperAt - 1] ?? 0;
  return upperAt - 1 + (percent - lower) / (upper - lower);
}

/** Whether fewer than five transactions are above the percentile, so that it is unreliable. */
export const isFewAbove = (sample: number, percent: number): boolean =>
  sample - Math.max(1, Math.ceil((percent / 100) * sample)) < 5;

export const formatPercentile = (percent: number): string => `p${String(percent).padStart(2, '0')}`;

function publishedAt(values: readonly (number | null)[], at: number): PublishedPercentile | null {
  const key = percentileKeys[at];
  const amount = values[at];
  if (key === undefined || typeof amount !== 'number' || !Number.isFinite(amount)) return null;
  return { key, amount };
}
