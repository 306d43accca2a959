/**
 * Exponents of the three parts of a figure: multiples of 2^-10, of 2^-36 and of 2^-62. A sum of doubles
 * that are whole multiples of a power of two is exact below 2^53 of these, whatever its order.
 */
const shift = { high: 10, middle: 36, low: 62 } as const;
const high = 2 ** shift.high;
const middle = 2 ** shift.middle;
const toMiddle = 2 ** (shift.middle - shift.high);
const toLow = 2 ** (shift.low - shift.middle);

/**
 * A sum of Float64 that is the same on every server: ClickHouse adds in parallel and in any order, so
 * that a plain `sum` differs in its last digits from one answer to the next. Exact below 8.8e12 and for
 * 268 million rows of a group at the least; beyond that it is as exact as a plain sum.
 * @param column A column or expression of this project's own text.
 * @param condition Only rows of which this holds.
 */
export function exactSum(column: string, condition?: string): string {
  const value = condition === undefined ? column : `if(${condition}, ${column}, 0)`;
  const highPart = `round(${value} * ${high})`;
  const rest = `(${value} * ${middle} - ${highPart} * ${toMiddle})`;
  const lowPart = `round((${rest} - round(${rest})) * ${toLow})`;
  return `(sum(${highPart}) / ${high} + (sum(round(${rest})) + sum(${lowPart}) / ${toLow}) / ${middle})`;
}
