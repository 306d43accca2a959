import { minuteSeconds } from '../../../base/minute.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import type {
  HistoryQuery,
  HistorySnapshot,
  IndexedBlocks,
  IntervalSums,
} from '../../reads/historyReads.ts';
import { createHistoryReads, readIntervalSums } from '../../sql/history.ts';
import type { KeptPeriod } from '../database/keptPeriod.ts';
import { slotOfRow } from '../database/rowPosition.ts';
import { timesOfBlocks } from '../database/visibleCopies.ts';
import { type ClickHouseRead, readSlotsWindow } from './clickHouseRead.ts';
import { haveTotalsFor } from './hourTotals.ts';
import { readSummedBlocks, readTotalSums } from './totalReads.ts';

export const createHistorySnapshot = (
  read: ClickHouseRead,
  known: Pick<HistorySnapshot, 'newest' | 'revision'> & KeptPeriod,
): HistorySnapshot => ({
  ...known,
  ...createHistoryReads(read),
  totalsSeconds: minuteSeconds,
  sumsFromSeconds: (filter) =>
    haveTotalsFor(filter) ? known.totalsFromSeconds : known.rowsFromSeconds,
  changedIntervals: (after, interval) => readChangedIntervals(read, after, interval),
  intervalSums: (query) => readSplitSums(read, known, query),
  oldestBlockSeconds: () => readOldestBlockSeconds(read, known),
  indexedBlocks: (window, interval) => readIndexedBlocks(read, known, window, interval),
});

async function readChangedIntervals(
  read: ClickHouseRead,
  after: number,
  interval: number,
): Promise<number[]> {
  const fromSlot = slotOfRow(after) + 1;
  const window = await readSlotsWindow(read, fromSlot, read.pin.newestSlot);
  if (window === null) return [];
  const changed = read.filter('transactions').within(window).atLeast('slot', fromSlot);
  const rows = await read.rows(`SELECT DISTINCT time - time % ${interval} ${changed.sql}`);
  return rows.map(([start]) => Number(start));
}

/** Splits the window into the part with totals and the part with rows. */
function splitWindow(
  { rowsFromSeconds, totalsFromSeconds }: KeptPeriod,
  { fromSeconds, toSeconds }: TimeWindow,
): { readonly totals: TimeWindow | null; readonly rows: TimeWindow | null } {
  const border = rowsFromSeconds ?? 0;
  const totals = {
    fromSeconds: Math.max(fromSeconds, totalsFromSeconds ?? 0),
    toSeconds: Math.min(toSeconds, border - 1),
  };
  return {
    totals: totals.fromSeconds <= totals.toSeconds ? totals : null,
    rows: toSeconds >= border ? { fromSeconds: Math.max(fromSeconds, border), toSeconds } : null,
  };
}

/** Each minute counts either its rows or its totals. */
async function readSplitSums(
  read: ClickHouseRead,
  kept: KeptPeriod,
  query: HistoryQuery,
): Promise<IntervalSums[]> {
  const { filter, intervalSeconds: interval } = query;
  const { totals, rows } = splitWindow(kept, query.window);
  const sums =
    totals === null || !haveTotalsFor(filter)
      ? []
      : await readTotalSums(read, filter, totals, interval);
  const ofRows = rows === null ? [] : await readIntervalSums(read, { ...query, window: rows });
  const last = sums.at(-1);
  const shared = ofRows.findIndex(({ startSeconds }) => startSeconds === last?.startSeconds);
  const [first] = shared === -1 ? [] : ofRows.splice(shared, 1);
  if (last !== undefined && first !== undefined) {
    sums.splice(-1, 1, {
      startSeconds: last.startSeconds,
      transactions: last.transactions + first.transactions,
      failures: last.failures + first.failures,
      revenuesUsd: last.revenuesUsd + first.revenuesUsd,
      profitsUsd: last.profitsUsd + first.profitsUsd,
      volumeUsd: last.volumeUsd + first.volumeUsd,
    });
  }
  return [...sums, ...ofRows];
}

async function readOldestBlockSeconds(
  { database, signal }: ClickHouseRead,
  { totalsFromSeconds }: KeptPeriod,
): Promise<number | null> {
  // 0 means that a block has no time.
  const [[blocks = 0, oldest = 0] = []] = await database.query(
    `SELECT count(), min(time) FROM ${database.table('blocks')}
     WHERE time > 0 AND time >= ${totalsFromSeconds ?? 0}`,
    { signal },
  );
  return Number(blocks) === 0 ? null : Number(oldest);
}

async function readIndexedBlocks(
  read: ClickHouseRead,
  kept: KeptPeriod,
  window: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const { totals, rows } = splitWindow(kept, window);
  const parts = [
    ...(totals === null ? [] : await readSummedBlocks(read, totals, interval)),
    ...(rows === null ? [] : await readRowBlocks(read, rows, interval)),
    ...(totals === null ? [] : await readOmittedBlocks(read, totals, interval)),
    ...(rows === null ? [] : await readOmittedBlocks(read, rows, interval)),
  ];
  const byStart = new Map<number, IndexedBlocks>();
  for (const { startSeconds, indexed, omitted } of parts) {
    const known = byStart.get(startSeconds);
    byStart.set(startSeconds, {
      startSeconds,
      indexed: indexed + (known?.indexed ?? 0),
      omitted: omitted + (known?.omitted ?? 0),
    });
  }
  return [...byStart.values()];
}

async function readRowBlocks(
  { database, pin, signal }: ClickHouseRead,
  { fromSeconds, toSeconds }: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const rows = await database.query(
    `SELECT of_slot - of_slot % ${interval} AS start, count()
     FROM (${timesOfBlocks(database, pin, { fromSeconds, toSeconds })}) GROUP BY start`,
    { signal },
  );
  return rows.map(([start, indexed]) => ({
    startSeconds: Number(start),
    indexed: Number(indexed),
    omitted: 0,
  }));
}

/** Between writers, which may lack the same blocks, the largest sum wins. */
async function readOmittedBlocks(
  { database, signal }: ClickHouseRead,
  { fromSeconds, toSeconds }: TimeWindow,
  interval: number,
): Promise<IndexedBlocks[]> {
  const rows = await database.query(
    `SELECT minute - minute % ${interval} AS start, sum(missing) FROM
       (SELECT minute, max(of_writer) AS missing FROM
         (SELECT minute, writer, sum(blocks) AS of_writer FROM ${database.table('left_out')} FINAL
          WHERE minute >= ${fromSeconds} AND minute <= ${toSeconds} GROUP BY minute, writer)
        GROUP BY minute)
     GROUP BY start`,
    { signal },
  );
  return rows.map(([start, omitted]) => ({
    startSeconds: Number(start),
    indexed: 0,
    omitted: Number(omitted),
  }));
}
