import type { PercentileTable } from './percentiles.ts';

/** Unit of the values in a tip table; the interface mentions both and does not decide. */
export type TipUnit = 'smallest-unit' | 'percentage' | 'unknown';

const maxPercentage = 100;

/**
 * 0 to 100 is a percentage, as no real tip is that small; unknown if all values are 0 or missing.
 */
export function inferTipUnit(table: PercentileTable): TipUnit {
  const values = Object.values(table).filter((value) => typeof value === 'number');
  const greatest = Math.max(0, ...values);
  if (greatest === 0) return 'unknown';
  return greatest <= maxPercentage ? 'percentage' : 'smallest-unit';
}
