import { percentileAt, publishedPercents } from './percentileAt.ts';
import { smallSampleSize } from './smallSample.ts';

export interface TipBox {
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
}

/** Null: sample too small for percentiles. */
export function tipBoxOf({
  sample,
  values,
}: {
  readonly sample: number;
  /** In the order of `percentileKeys`. */
  readonly values: readonly (number | null)[];
}): TipBox | null {
  if (sample < smallSampleSize) return null;
  const [p25, p50, p75, p95] = [25, 50, 75, 95].map(
    (percent) => percentileAt(values, percent)?.amount ?? null,
  );
  if (p25 == null || p50 == null || p75 == null || p95 == null) return null;
  return { p25, p50, p75, p95 };
}

/** Linear between the published percentiles; the middle one if several have the same amount. */
export function percentOf(values: readonly (number | null)[], amount: number): number | null {
  const known = values.flatMap((value, at) =>
    value === null ? [] : [{ value, percent: publishedPercents[at] ?? 0 }],
  );
  const equal = known.filter(({ value }) => value === amount);
  const [first, last] = [equal[0], equal.at(-1)];
  if (first !== undefined && last !== undefined) {
    return Math.round((first.percent + last.percent) / 2);
  }
  const above = known.findIndex(({ value }) => value > amount);
  if (above === -1) return known.at(-1)?.percent ?? null;
  const [low, high] = [known[above - 1], known[above]];
  if (high === undefined) return null;
  if (low === undefined) return 0;
  const share = (amount - low.value) / (high.value - low.value);
  return Math.round(low.percent + share * (high.percent - low.percent));
}
