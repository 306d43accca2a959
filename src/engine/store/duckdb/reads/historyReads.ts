import { hourSeconds, hourStart } from '../../../base/hour.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { HistorySnapshot, IndexedBlocks } from '../../reads/historyReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import { createHistoryReads, readIntervalSums } from '../../sql/history.ts';
import type { VisibleRows } from '../../visibleRows.ts';
import type { ReadQuery } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';
import { rowsFromSql } from '../hourTotals.ts';
import { snapshotRead } from './duckdbRead.ts';
import { totalsOf } from './totalsOf.ts';

interface HistoryContext extends ReadContext {
  readonly visibleRows: VisibleRows;
  readonly revision: number;
}

export function readHistory<Result>(
  store: HistoryContext,
  work: (snapshot: HistorySnapshot) => Promise<Result>,
  options?: QueryOptions,
): Promise<Result> {
  const { visibleRows, revision } = store;
  const { newest } = visibleRows;
  return store.readTransaction(async (snapshot) => {
    const { read: query } = snapshot;
    const read = snapshotRead(store, snapshot);
    const [[rowsFrom] = []] = await query(rowsFromSql);
    const rowsFromSeconds = Number(rowsFrom) || null;
    return await work({
      ...createHistoryReads(read),
      newest,
      revision,
      rowsFromSeconds,
      totalsSeconds: hourSeconds,
      sumsFromSeconds: (filter, interval) =>
        interval % hourSeconds === 0 && totalsOf(read, filter) !== null ? null : rowsFromSeconds,
      changedIntervals: (after, interval) => readChangedIntervals(query, after, interval),
      intervalSums: (wanted) => readIntervalSums(read, wanted),
      oldestBlockSeconds: () => readOldestBlockSeconds(query),
      indexedBlocks: (window, interval) => readIndexedBlocks(query, window, interval),
    });
  }, options);
}

async function readChangedIntervals(
  read: ReadQuery,
  after: number,
  interval: number,
): Promise<number[]> {
  const [starts = []] = await read(
    `SELECT DISTINCT time - time % ${interval} FROM transactions WHERE number > $newestNumber`,
    { newestNumber: BigInt(after) },
  );
  return starts.map(Number);
}

async function readOldestBlockSeconds(read: ReadQuery): Promise<number | null> {
  // 0 means that a block has no time, or an hour no block.
  const [[oldest] = []] = await read(
    `SELECT least((SELECT min(time) FROM blocks WHERE time > 0),
                  (SELECT min(first_time) FROM summed_hours WHERE first_time > 0))`,
  );
  return oldest == null ? null : Number(oldest);
}

async function readIndexedBlocks(
  read: ReadQuery,
  { fromSeconds, toSeconds }: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const [starts = [], indexed = [], omitted = []] = await read(
    `SELECT start::DOUBLE, sum(indexed)::DOUBLE, sum(omitted)::DOUBLE FROM (
       SELECT time - time % ${interval} AS start, count(*) AS indexed, 0 AS omitted FROM blocks
       WHERE time >= $from AND time <= $to GROUP BY start
       UNION ALL
       SELECT minute - minute % ${interval}, 0, sum(blocks) FROM left_out
       WHERE minute >= $from AND minute <= $to GROUP BY 1
       UNION ALL
       SELECT hour - hour % ${interval}, blocks, omitted FROM summed_hours
       WHERE has_rows = 0 AND hour >= $fromHour AND hour <= $toHour
     ) GROUP BY start`,
    {
      ...{ from: fromSeconds, to: toSeconds },
      // The totals of the last hour count only if it is whole.
      ...{ fromHour: hourStart(fromSeconds), toHour: Math.max(0, toSeconds - hourSeconds + 1) },
    },
  );
  return starts.map((start, row) => ({
    startSeconds: Number(start),
    indexed: Number(indexed[row]),
    omitted: Number(omitted[row]),
  }));
}
