import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { ClickHouseRead } from './clickHouseRead.ts';

/**
 * Time window of the blocks in a slot range (inclusive). Rows are sorted by time, so filtering by
 * slot alone would scan all of them. `null` if the range has no block.
 */
export async function readSlotsWindow(
  { database, signal }: ClickHouseRead,
  fromSlot: number,
  toSlot: number,
): Promise<TimeWindow | null> {
  const [[blocks = 0, fromSeconds = 0, toSeconds = 0] = []] = await database.query(
    `SELECT count(), min(time), max(time) FROM ${database.table('blocks')}
     WHERE slot >= ${Math.floor(fromSlot)} AND slot <= ${Math.floor(toSlot)}`,
    { signal },
  );
  if (Number(blocks) === 0) return null;
  return { fromSeconds: Number(fromSeconds), toSeconds: Number(toSeconds) };
}

/** Look-back windows, tried in turn until one has enough rows. */
const lookBackSeconds = [60, 3_600, 86_400, 8 * 86_400] as const;

/**
 * The newest `limit` rows by slot in a window of Unix seconds. Calls `rowsWithin` with growing
 * windows at its end until there are enough rows, as one query would scan the whole window.
 */
export async function readNewest<Row>(
  read: ClickHouseRead,
  { fromSeconds, toSeconds }: TimeWindow,
  limit: number,
  rowsWithin: (window: TimeWindow) => Promise<readonly Row[]>,
  slotOf: (row: Row) => number,
): Promise<readonly Row[]> {
  for (const lookBack of lookBackSeconds) {
    const start = toSeconds - lookBack;
    if (start <= fromSeconds) break;
    const rows = await rowsWithin({ fromSeconds: start, toSeconds });
    const last = rows[limit - 1];
    if (last === undefined) continue;
    // A block without a time has the time of the newest block when it was written.
    const later = await readSlotsWindow(read, slotOf(last), read.pin.newestSlot);
    if (later === null || later.fromSeconds >= start) return rows;
  }
  return await rowsWithin({ fromSeconds, toSeconds });
}
