/**
 * A value is split into multiples of 2^-10, 2^-36 and 2^-62. Sums of doubles that are multiples of
 * the same power of two are exact in any order, up to 2^53 times that power.
 */
const shift = { high: 10, middle: 36, low: 62 } as const;
const high = 2 ** shift.high;
const middle = 2 ** shift.middle;
const toMiddle = 2 ** (shift.middle - shift.high);
const toLow = 2 ** (shift.low - shift.middle);

/**
 * A Float64 sum that is the same on every server. ClickHouse adds in parallel and in any order, so
 * the last digits of a plain `sum` vary between queries. Exact below 8.8e12 and for at least 268
 * million rows per group; beyond that as exact as a plain sum.
 * @param column A column or expression from this code, never user input.
 * @param condition Restricts the sum to matching rows.
 */
export function exactSum(column: string, condition?: string): string {
  const value = condition === undefined ? column : `if(${condition}, ${column}, 0)`;
  const highPart = `round(${value} * ${high})`;
  const rest = `(${value} * ${middle} - ${highPart} * ${toMiddle})`;
  const lowPart = `round((${rest} - round(${rest})) * ${toLow})`;
  return `(sum(${highPart}) / ${high} + (sum(round(${rest})) + sum(${lowPart}) / ${toLow}) / ${middle})`;
}
