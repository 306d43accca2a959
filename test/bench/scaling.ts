import type { BenchResult } from './benchResult.ts';

/** A figure at one of the sizes of a table. */
export interface ScalePoint {
  readonly size: number;
  readonly figure: number;
  /** Shown beside them. */
  readonly notes?: Readonly<Record<string, string | number>>;
}

export interface ScaleTable {
  readonly name: string;
  /** Of what the sizes are a count, in the plural. */
  readonly sizes: string;
  /** Which figure, with its unit. */
  readonly figures: string;
  readonly points: readonly ScalePoint[];
}

/** What does not grow at all would be infinitely better. */
const leastExponent = 0.01;

/**
 * The power of the size that the figures grow with, by least squares of the logarithms: 1 in
 * proportion, 0 for figures that stay. NaN for fewer than two sizes.
 */
export function exponentOf(points: readonly Pick<ScalePoint, 'size' | 'figure'>[]): number {
  const logs = points.map(({ size, figure }) => [Math.log(size), Math.log(figure)] as const);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const size = mean(logs.map(([x]) => x));
  const figure = mean(logs.map(([, y]) => y));
  const slope = mean(logs.map(([x, y]) => (x - size) * (y - figure)));
  return slope / mean(logs.map(([x]) => (x - size) ** 2));
}

/** Prints the table; its exponent beside that of figures that grow as the sizes do. */
export function scaleResult({ name, sizes, figures, points }: ScaleTable): BenchResult {
  console.log(`${name}: ${figures}, by ${sizes}`);
  console.table(
    Object.fromEntries(
      points.map(({ size, figure, notes }, row) => [
        size.toLocaleString('en-US'),
        {
          [figures]: Number(figure.toPrecision(3)),
          // Where it bends: what is small may be hidden by what every one costs.
          'exponent from the row above':
            row === 0 ? '' : exponentOf(points.slice(row - 1, row + 1)).toFixed(2),
          ...notes,
        },
      ]),
    ),
  );
  const value = exponentOf(points);
  console.log(`${name}: exponent ${value.toFixed(2)}`);
  const listed = points.map(
    ({ size, figure }) => `${figure.toPrecision(3)} at ${size.toLocaleString('en-US')}`,
  );
  return {
    name,
    value,
    unit: `exponent of ${figures} by ${sizes}: ${listed.join(', ')}`,
    reference: { name: 'in proportion', value: 1 },
    ratio: 1 / Math.max(value, leastExponent),
  };
}
