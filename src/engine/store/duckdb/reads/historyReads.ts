import type { TimeWindow } from '../../../base/timeWindow.ts';
import { usdOf } from '../../money.ts';
import {
  cellsPerInterval,
  type HistoryQuery,
  type HistorySnapshot,
  type IndexedBlocks,
  type IntervalSamples,
  type IntervalSums,
} from '../../reads/historyReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { typeNumber } from '../../rows.ts';
import type { VisibleRows } from '../../visibleRows.ts';
import type { ReadQuery } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';
import { createDuckdbSamples, type SampleQuery } from './duckdbSamples.ts';
import { failureConditions, transactionConditions } from './transactionConditions.ts';

/** Merges neighbouring buckets (`amountBucket`): a cell is 6 % wide. */
const bucketBits = 4;

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
  return store.readTransaction((snapshot) => {
    const { read } = snapshot;
    return work({
      newest,
      revision,
      rowsFromSeconds: null,
      sumsFromSeconds: () => null,
      changedIntervals: (after, interval) => readChangedIntervals(read, after, interval),
      intervalSums: (query) => readIntervalSums(store, read, query),
      tipsByInterval: (query) =>
        createIntervalSamples(read, tipsOf(store, query.filter, query.window), query),
      feesByInterval: (query) =>
        createIntervalSamples(read, feesOf(store, query.filter, query.window), query),
      tips: (filter, window) =>
        createDuckdbSamples(snapshot, store.names, tipsOf(store, filter, window)),
      fees: (filter, window) =>
        createDuckdbSamples(snapshot, store.names, feesOf(store, filter, window)),
      oldestBlockSeconds: () => readOldestBlockSeconds(read),
      indexedBlocks: (window, interval) => readIndexedBlocks(read, window, interval),
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

async function readIntervalSums(
  store: ReadContext,
  read: ReadQuery,
  { filter, window, intervalSeconds: interval }: HistoryQuery,
): Promise<IntervalSums[]> {
  const attempts = transactionConditions(store, filter, window);
  const failures = failureConditions(store, filter, window);
  const rolledUp =
    failures === null
      ? ''
      : `UNION ALL SELECT minute - minute % ${interval}, 0, sum(attempts), 0, sum(profits_nanocents), 0
         FROM failures WHERE ${failures.sql} GROUP BY 1`;
  const columns = await read(
    `SELECT start, sum(successes)::DOUBLE, sum(failures)::DOUBLE, ${usdOf('sum(revenues)')},
            ${usdOf('sum(gains)')}, ${usdOf('sum(volume)')}
     FROM (
       SELECT time - time % ${interval} AS start, sum(is_success) AS successes,
              count(*) - successes AS failures,
              sum(CASE WHEN type = ${typeNumber('arbitrage')} THEN revenues_nanocents ELSE 0 END)
                AS revenues,
              sum(profits_nanocents) AS gains, sum(volume_nanocents) AS volume
       FROM transactions WHERE ${attempts.sql} GROUP BY start ${rolledUp}
     ) GROUP BY start`,
    { ...attempts.values, ...failures?.values },
  );
  return (columns[0] ?? []).map((_, row) => {
    const number = (column: number): number => Number(columns[column]?.[row]);
    return {
      startSeconds: number(0),
      transactions: number(1),
      failures: number(2),
      revenuesUsd: number(3),
      profitsUsd: number(4),
      volumeUsd: number(5),
    };
  });
}

function tipsOf(store: ReadContext, filter: TransactionFilter, window: TimeWindow): SampleQuery {
  // Every amount except 0 has a bucket of at least 1.
  const tipped = transactionConditions(store, filter, window).atLeast('tip_bucket', 1);
  return {
    rows: `SELECT time, tip_lamports AS amount, tip_bucket AS bucket
           FROM transactions WHERE ${tipped.sql}`,
    values: tipped.values,
    groups: [],
  };
}

function feesOf(store: ReadContext, filter: TransactionFilter, window: TimeWindow): SampleQuery {
  const paid = transactionConditions(store, filter, window).atLeast('fee_bucket', 1);
  const failures = failureConditions(store, filter, window)?.atLeast('fee_bucket', 1);
  const columns = 'fee_lamports AS amount, fee_bucket AS bucket';
  const rows = `SELECT time, ${columns}, 1::UINTEGER AS weight
                FROM transactions WHERE ${paid.sql}`;
  if (failures === undefined) return { rows, values: paid.values, groups: [] };
  return {
    rows: `${rows} UNION ALL SELECT minute, ${columns}, attempts AS weight
           FROM failures WHERE ${failures.sql}`,
    values: { ...paid.values, ...failures.values },
    groups: [],
    isWeighted: true,
  };
}

/** The sample's rows must also have a column `time`. */
function createIntervalSamples(
  read: ReadQuery,
  { rows, values, isWeighted = false }: SampleQuery,
  { window: { fromSeconds }, intervalSeconds: interval }: HistoryQuery,
): IntervalSamples {
  const cell = `((time - ${fromSeconds}) // ${interval}) * ${cellsPerInterval} + (bucket >> ${bucketBits})`;
  const count = `${isWeighted ? 'sum(weight)' : 'count(*)'}::UINTEGER`;
  return {
    cellCounts: async () => {
      const [cells = [], counts = []] = await read(
        `SELECT ${cell} AS cell, ${count} FROM (${rows}) GROUP BY cell`,
        values,
      );
      return { cells: cells.map(Number), counts: counts.map(Number) };
    },
    amountsIn: async (wanted) => {
      if (wanted.length === 0) return { cells: [], amounts: [], counts: [] };
      const [cells = [], amounts = [], counts = []] = await read(
        `SELECT cell, amount::DOUBLE, ${count}
         FROM (SELECT ${cell} AS cell, * FROM (${rows})) WHERE cell IN (SELECT unnest($wantedCells))
         GROUP BY ALL`,
        { ...values, wantedCells: wanted },
      );
      return {
        cells: cells.map(Number),
        amounts: amounts.map(Number),
        counts: counts.map(Number),
      };
    },
  };
}

async function readOldestBlockSeconds(read: ReadQuery): Promise<number | null> {
  // 0 means that a block has no time.
  const [[oldest] = []] = await read('SELECT min(time) FROM blocks WHERE time > 0');
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
     ) GROUP BY start`,
    { from: fromSeconds, to: toSeconds },
  );
  return starts.map((start, row) => ({
    startSeconds: Number(start),
    indexed: Number(indexed[row]),
    omitted: Number(omitted[row]),
  }));
}
