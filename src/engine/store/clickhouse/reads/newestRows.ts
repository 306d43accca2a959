import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { PinnedRead } from './filterTerms.ts';

/**
 * The times of the blocks of some slots, both of these included: rows are sorted by time, so that
 * slots alone would be looked for in all of them. `null` where there is no such block.
 */
export async function readSlotsWindow(
  { database, signal }: PinnedRead,
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

/** How far back is looked for the newest rows, each only where the one before has too few. */
const lookBackSeconds = [60, 3_600, 86_400, 8 * 86_400] as const;

/**
 * The newest `limit` rows, by slot, of a window of Unix seconds: `rowsWithin` gets ever longer ends
 * of it until it finds so many. All rows would be looked through for some that are at their end.
 */
export async function readNewest<Row>(
  read: PinnedRead,
  { fromSeconds, toSeconds }: TimeWindow,
  limit: number,
  rowsWithin: (window: TimeWindow) => Promise<Row[]>,
  slotOf: (row: Row) => number,
): Promise<Row[]> {
  for (const lookBack of lookBackSeconds) {
    const start = toSeconds - lookBack;
    if (start <= fromSeconds) break;
    const rows = await rowsWithin({ fromSeconds: start, toSeconds });
    const last = rows[limit - 1];
    if (last === undefined) continue;
    // A block that did not tell its time has that of when it was written.
    const later = await readSlotsWindow(read, slotOf(last), read.pin.newestSlot);
    if (later === null || later.fromSeconds >= start) return rows;
  }
  return await rowsWithin({ fromSeconds, toSeconds });
}
