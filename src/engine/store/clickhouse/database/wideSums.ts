/** A sum of integers in 128 bits: ClickHouse's own sum of 64 bits overflows silently. */
export const sumOf = (column: string): string => `sum(toInt128(${column}))`;
