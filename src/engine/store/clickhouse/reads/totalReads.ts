import { hourSeconds } from '../../../base/hour.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { usdOf } from '../../money.ts';
import type { IndexedBlocks, IntervalSums } from '../../reads/historyReads.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { typeNumber } from '../../rows.ts';
import { toIntervalSums } from '../../sql/history.ts';
import { sumOf } from '../database/wideSums.ts';
import type { ClickHouseRead } from './clickHouseRead.ts';
import { totalRows } from './hourTotals.ts';

/** The valid rollup run of each hour in the window. */
const summedHours = (
  { database }: ClickHouseRead,
  { fromSeconds, toSeconds }: TimeWindow,
): string =>
  `SELECT hour, max(run) FROM ${database.table('rollup_runs')}
   WHERE hour >= ${fromSeconds - (fromSeconds % hourSeconds)} AND hour <= ${toSeconds}
   GROUP BY hour`;

/** Sums the minutes that begin in the window. The filter must satisfy `haveTotalsFor`. */
export async function readTotalSums(
  read: ClickHouseRead,
  filter: TransactionFilter,
  window: TimeWindow,
  interval: number,
): Promise<IntervalSums[]> {
  const rows = totalRows(read.filter('minute_totals'), filter)
    .within(window, 'minute')
    .matches(`(minute - minute % ${hourSeconds}, run) IN (${summedHours(read, window)})`);
  const sums = await read.rows(
    `SELECT minute - minute % ${interval} AS start, sumIf(transactions, is_success = 1),
            sumIf(transactions, is_success = 0),
            ${usdOf(sumOf(`if(type = ${typeNumber('arbitrage')}, revenues_nanocents, 0)`))},
            ${usdOf(sumOf('profits_nanocents'))}, ${usdOf(sumOf('volume_nanocents'))}
     ${rows.sql} GROUP BY start ORDER BY start`,
  );
  return sums.map(toIntervalSums);
}

/** Blocks in the totals of a window, by interval; hours without totals count as missing. */
export async function readSummedBlocks(
  read: ClickHouseRead,
  window: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const { database, signal } = read;
  const { fromSeconds, toSeconds } = window;
  const grain = Math.min(interval, hourSeconds);
  // Runs store their block count. For long intervals `count()` suffices, as `ofRun` replaces it;
  // copies of a slot then count twice only in hours without totals.
  const counted = grain < hourSeconds ? 'uniqExact(slot)' : 'count()';
  const blocks = await database.query(
    `SELECT time - time % ${grain} AS start, ${counted} FROM ${database.table('blocks')}
     WHERE time >= ${fromSeconds} AND time <= ${toSeconds} GROUP BY start ORDER BY start`,
    { signal },
  );
  const runs = await database.query(
    `SELECT hour, argMax(blocks, run) FROM ${database.table('rollup_runs')}
     WHERE hour >= ${fromSeconds - (fromSeconds % hourSeconds)} AND hour <= ${toSeconds}
     GROUP BY hour`,
    { signal },
  );
  const summed = new Map(runs.map(([hour, count]) => [Number(hour), Number(count)]));
  const found = new Map<number, { startSeconds: number; indexed: number; omitted: number }>();
  for (const row of blocks) {
    const [start = 0, count = 0] = row.map(Number);
    const startSeconds = start - (start % interval);
    const sums = found.get(startSeconds) ?? { startSeconds, indexed: 0, omitted: 0 };
    found.set(startSeconds, sums);
    const ofRun = summed.get(start - (start % hourSeconds));
    if (ofRun === undefined) sums.omitted += count;
    else sums.indexed += grain < hourSeconds ? count : ofRun;
  }
  return [...found.values()];
}
