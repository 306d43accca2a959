import { setImmediate } from 'node:timers/promises';
import type { RouteStop } from '../../store/routeStopTable.ts';
import type { TimeWindow } from '../operationContext.ts';

/** Where arbitrages pass. */
export interface ArbitrageRoute {
  /** Distinct, by their numbers in the name table, rising; 0: a pool that could not be told. */
  readonly pools: readonly number[];
  /** Distinct (token, AMM, pool), without the base token. */
  readonly places: readonly RouteStop[];
}

/** Arbitrages by column, in the order of their times; names by their numbers in the name table. */
export interface ArbitrageColumns {
  readonly count: number;
  /** Unix seconds. */
  readonly timeSeconds: Uint32Array;
  /** Index in `routes`. */
  readonly route: Uint32Array;
  /** Mint that the cycle starts and ends in. */
  readonly base: Uint32Array;
  readonly provider: Uint32Array;
  /** Gross gains. */
  readonly revenuesUsd: Float64Array;
  /** Net gains, after the tips and the fee that were paid. */
  readonly profitsUsd: Float64Array;
  /** Exact: nobody pays nine million SOL. */
  readonly feeLamports: Float64Array;
  /** All tips in SOL. */
  readonly tipLamports: Float64Array;
  /** At the block; 0 where it was not known, and fee and tips counted as nothing. */
  readonly solPriceUsd: Float64Array;
  /** Each distinct route once; more may be there than the arbitrages have. They stay as they are. */
  readonly routes: readonly ArbitrageRoute[];
}

export type OwnColumns = Omit<ArbitrageColumns, 'count' | 'routes'>;

const columnTypes = {
  timeSeconds: Uint32Array,
  route: Uint32Array,
  base: Uint32Array,
  provider: Uint32Array,
  revenuesUsd: Float64Array,
  profitsUsd: Float64Array,
  feeLamports: Float64Array,
  tipLamports: Float64Array,
  solPriceUsd: Float64Array,
} as const satisfies Record<keyof OwnColumns, unknown>;

const columnNames = Object.keys(columnTypes) as (keyof OwnColumns)[];

const mapColumns = (column: (name: keyof OwnColumns) => Uint32Array | Float64Array): OwnColumns => {
  const columns = Object.fromEntries(columnNames.map((name) => [name, column(name)]));
  // Each column has the type of its name.
  return columns as unknown as OwnColumns;
};

/** Columns for so many arbitrages, all 0. */
export const emptyColumns = (count: number): OwnColumns =>
  mapColumns((name) => new columnTypes[name](count));

/** The arbitrages of a window, on the same memory. */
export function columnsWithin(
  columns: ArbitrageColumns,
  { fromSeconds, toSeconds }: TimeWindow,
): ArbitrageColumns {
  const start = firstAtLeast(columns.timeSeconds, fromSeconds);
  const end = Math.max(start, firstAtLeast(columns.timeSeconds, toSeconds + 1));
  return {
    count: end - start,
    routes: columns.routes,
    ...mapColumns((name) => columns[name].subarray(start, end)),
  };
}

/** Index of the first that is not below; the length where all are. */
export function firstAtLeast(rising: Uint32Array, value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Both in the order of time; of equal times the first one's come first. Others get their turn after
 * each column: a day has a million rows.
 */
export async function mergeColumns(
  first: ArbitrageColumns,
  second: ArbitrageColumns,
): Promise<ArbitrageColumns> {
  if (second.count === 0) return first;
  const count = first.count + second.count;
  // Rows that came later are nearly always later ones.
  const from = firstAtLeast(first.timeSeconds, (second.timeSeconds[0] ?? 0) + 1);
  const order = new Uint32Array(count - from);
  let [one, other] = [from, 0];
  for (let at = 0; at < order.length; at++) {
    const isFirst =
      one < first.count &&
      (other === second.count || (first.timeSeconds[one] ?? 0) <= (second.timeSeconds[other] ?? 0));
    order[at] = isFirst ? one++ : first.count + other++;
  }
  const merged = emptyColumns(count);
  for (const name of columnNames) {
    const [earlier, later, column] = [first[name], second[name], merged[name]];
    column.set(earlier.subarray(0, from));
    for (let at = 0; at < order.length; at++) {
      const row = order[at] ?? 0;
      column[from + at] = (row < first.count ? earlier[row] : later[row - first.count]) ?? 0;
    }
    await setImmediate();
  }
  return { count, routes: second.routes, ...merged };
}
