import { setImmediate } from 'node:timers/promises';
import type { TimeWindow } from '../../base/timeWindow.ts';
import {
  type ArbitrageColumns,
  columnNames,
  emptyColumns,
  mapColumns,
} from '../../store/reads/arbitrageColumns.ts';

/** A view, not a copy. */
export function columnsWithin(
  columns: ArbitrageColumns,
  { fromSeconds, toSeconds }: TimeWindow,
): ArbitrageColumns {
  const start = firstAtLeast(columns.timeSeconds, fromSeconds);
  const end = Math.max(start, firstAtLeast(columns.timeSeconds, toSeconds + 1));
  return {
    count: end - start,
    routes: columns.routes,
    names: columns.names,
    ...mapColumns((name) => columns[name].subarray(start, end)),
  };
}

/** The length if there is none. */
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
 * On equal times, rows of `first` precede. A day has a million rows, so it yields between columns.
 */
export async function mergeColumns(
  first: ArbitrageColumns,
  second: ArbitrageColumns,
): Promise<ArbitrageColumns> {
  if (second.count === 0) return first;
  const count = first.count + second.count;
  // Rows that arrived later nearly always have later times.
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
  return { count, routes: second.routes, names: second.names, ...merged };
}
