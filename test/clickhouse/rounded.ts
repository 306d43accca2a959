/** Rounds numbers to nine digits, as responses add doubles in the order of rows. */
export function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9));
  if (typeof value === 'bigint') return `${value}n`;
  if (ArrayBuffer.isView(value)) return rounded([...(value as Float64Array)]);
  if (Array.isArray(value)) return value.map(rounded);
  if (value instanceof Map) return rounded([...value].sort());
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, rounded(member)] as const)
      .sort(([first], [second]) => (first < second ? -1 : 1)),
  );
}
