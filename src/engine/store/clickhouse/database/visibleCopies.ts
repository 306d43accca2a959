import type { ClickHouseDatabase } from './clickHouseDatabase.ts';

/** State that a read sees: all its statements use the same pin, so they see the same blocks. */
export interface ReadPin {
  readonly newestSlot: number;
  readonly newestTimeSeconds: number;
  /** Blocks committed later are invisible, Unix milliseconds of the server. */
  readonly committedMs: number;
}

/** Maximum difference between the times of copies of a slot. */
const forkSeconds = 60;

/**
 * A subquery with the `(slot, copy)` of each valid block in a window of Unix seconds. Filter rows
 * of blocks with `WHERE (slot, copy) IN (…)` and a condition on `time`. On a cluster, the rows of a
 * block are on one shard; `distributed_product_mode = 'local'` keeps the subquery there.
 */
export function visibleCopies(
  database: ClickHouseDatabase,
  { newestSlot, committedMs }: Pick<ReadPin, 'newestSlot' | 'committedMs'>,
  window?: { readonly fromSeconds: number; readonly toSeconds: number },
): string {
  const within =
    window === undefined
      ? ''
      : ` AND time >= ${Math.max(0, Math.floor(window.fromSeconds) - forkSeconds)}
          AND time <= ${Math.ceil(window.toSeconds) + forkSeconds}`;
  return `SELECT slot, max(copy) FROM ${database.table('blocks')}
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
