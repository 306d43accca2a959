import type { PercentileTable } from './percentiles.ts';

/** What the values of a tip table are; the interface names both and settles on neither. */
export type TipUnit = 'smallest-unit' | 'percentage' | 'unknown';

/** A share of gains is never more. */
const maxPercentage = 100;

/**
 * The unit of one table, so that percentages and amounts are never shown or compared as one: a
 * table within 0 to 100 holds percentages, since no tip is so small an amount; a table without a
 * value above 0 tells nothing. A caller that knows the service (the embedded engine answers
 * smallest units) need not ask.
 */
export function inferTipUnit(table: PercentileTable): TipUnit {
  const values = Object.values(table).filter((value) => typeof value === 'number');
  const greatest = Math.max(0, ...values);
  if (greatest === 0) return 'unknown';
  return greatest <= maxPercentage ? 'percentage' : 'smallest-unit';
}
