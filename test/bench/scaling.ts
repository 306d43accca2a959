import type { BenchResult } from './benchResult.ts';

/** The figure for one size of a table. */
export interface ScalePoint {
  readonly size: number;
  readonly figure: number;
  /** Additional columns. */
  readonly notes?: Readonly<Record<string, string | number>>;
}

export interface ScaleTable {
  readonly name: string;
  /** Plural noun for the counted sizes. */
  readonly sizes: string;
  /** Name of the figure with its unit. */
  readonly figures: string;
  readonly points: readonly ScalePoint[];
}

/** Lower limit, because the ratio for constant figures would be infinite. */
const leastExponent = 0.01;

/**
 * The exponent of the figures' growth with the size, by least squares of the logarithms: 1 if
 * proportional, 0 if constant. NaN for fewer than two sizes.
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

/** Prints the table; returns its exponent compared with proportional growth. */
export function scaleResult({ name, sizes, figures, points }: ScaleTable): BenchResult {
  console.log(`${name}: ${figures}, by ${sizes}`);
  console.table(
    Object.fromEntries(
      points.map(({ size, figure, notes }, row) => [
        size.toLocaleString('en-US'),
        {
          [figures]: Number(figure.toPrecision(3)),
          // Shows where the growth changes: fixed costs may dominate small sizes.
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
