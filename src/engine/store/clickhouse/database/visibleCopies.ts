import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { ClickHouseDatabase } from './clickHouseDatabase.ts';

/** State that a read sees: all its statements use the same pin, so they see the same blocks. */
export interface ReadPin {
  readonly newestSlot: number;
  readonly newestTimeSeconds: number;
  /** Blocks committed later are invisible, Unix milliseconds of the server. */
  readonly committedMs: number;
}

/** SQL: whether `time` is in one of the windows. */
export const isWithin = (windows: readonly TimeWindow[]): string =>
  `(${windows
    .map(({ fromSeconds, toSeconds }) => `time >= ${fromSeconds} AND time <= ${toSeconds}`)
    .join(' OR ')})`;

/** Maximum difference between the times of copies of a slot. */
export const forkSeconds = 60;

/**
 * A subquery with the `(slot, copy)` of each valid block in windows of Unix seconds. Filter rows
 * of blocks with `WHERE (slot, copy) IN (…)` and a condition on `time`. On a cluster, the rows of a
 * block are on one shard; `distributed_product_mode = 'local'` keeps the subquery there.
 */
export const visibleCopies = (
  database: ClickHouseDatabase,
  pin: Pick<ReadPin, 'newestSlot' | 'committedMs'>,
  ...windows: readonly TimeWindow[]
): string => `SELECT slot, max(copy) ${slotsSql(database, pin, windows)}`;

/** A subquery with the time of each valid block in a window, `of_slot`. */
export const timesOfBlocks = (
  database: ClickHouseDatabase,
  pin: Pick<ReadPin, 'newestSlot' | 'committedMs'>,
  window: TimeWindow,
): string =>
  `SELECT slot, argMax(time, copy) AS of_slot ${slotsSql(database, pin, [window])}
   HAVING of_slot >= ${window.fromSeconds} AND of_slot <= ${window.toSeconds}`;

function slotsSql(
  database: ClickHouseDatabase,
  { newestSlot, committedMs }: Pick<ReadPin, 'newestSlot' | 'committedMs'>,
  windows: readonly TimeWindow[],
): string {
  const around = windows.map(({ fromSeconds, toSeconds }) => ({
    fromSeconds: Math.max(0, Math.floor(fromSeconds) - forkSeconds),
    toSeconds: Math.ceil(toSeconds) + forkSeconds,
  }));
  const within = around.length === 0 ? '' : ` AND ${isWithin(around)}`;
  return `FROM ${database.table('blocks')}
          WHERE slot <= ${newestSlot} AND added_ms <= ${committedMs}${within} GROUP BY slot`;
}

/** Pins the newest state, which may have no block yet. */
export async function pinNewest(
  database: ClickHouseDatabase,
  signal?: AbortSignal,
): Promise<ReadPin> {
  const [[slot = 0, time = 0, committed = 0] = []] = await database.query(
    `SELECT max(slot), max(time), max(added_ms) FROM ${database.table('blocks')}`,
    { signal },
  );
  return {
    newestSlot: Number(slot),
    newestTimeSeconds: Number(time),
    committedMs: Number(committed),
  };
}
