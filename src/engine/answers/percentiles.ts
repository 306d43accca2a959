import { MarketError } from '../../interface/marketError.ts';

/** A percentile as it was asked for: `p50`, `P50` or `50`. */
export interface Percentile {
  /** Written p<NN>. */
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
}

export function parsePercentile(text: string, parameter: string): Percentile {
  const digits = /^[pP]?(\d{1,3})$/.exec(text)?.[1];
  const percent = Number(digits ?? Number.NaN);
  if (!(percent <= 100)) {
    throw new MarketError(
      'bad-parameter',
      `${parameter} must be a percentile from p0 to p100, written p50 or 50.`,
      { parameter },
    );
  }
  return { label: `p${String(percent).padStart(2, '0')}`, percent };
}

/**
 * `quantile_disc` needs its fraction as a constant. As DECIMAL it computes the nearest rank in
 * integers: ceil(percent x rows / 100), at least 1. (0.07 x 100 is not 7 in floating point.)
 */
const fractions: readonly string[] = Array.from(
  { length: 101 },
  (_, percent) => `${percent === 100 ? 1 : 0}.${String(percent % 100).padStart(2, '0')}`,
);

/** SQL for one percentile of a column, by nearest rank. */
export function percentileSql(column: 'fee_lamports' | 'tip_lamports', percent: number): string {
  const fraction = fractions[percent];
  if (fraction === undefined) throw new RangeError(`no percentile ${percent}`);
  return `quantile_disc(${column}, ${fraction})`;
}
