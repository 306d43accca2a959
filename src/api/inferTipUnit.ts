import type { PercentileTable } from './percentiles.ts';

/** What the values of a tip table are; the interface names both and settles on neither. */
export type TipUnit = 'smallest-unit' | 'percentage' | 'unknown';

/** A share of gains is never more. */
const maxPercentage = 100;

/** Percent or smallest unit: 0 to 100 is percent, as no tip is so small; no value tells nothing. */
export function inferTipUnit(table: PercentileTable): TipUnit {
  const values = Object.values(table).filter((value) => typeof value === 'number');
  const greatest = Math.max(0, ...values);
  if (greatest === 0) return 'unknown';
  return greatest <= maxPercentage ? 'percentage' : 'smallest-unit';
}
