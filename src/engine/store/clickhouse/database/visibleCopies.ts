import type { ClickHouseDatabase } from './clickHouseDatabase.ts';

/** What one answer reads: every statement of it names the same, and so sees the same blocks. */
export interface ReadPin {
  /** Newest slot that counts. */
  readonly newestSlot: number;
  /** Of any block, Unix seconds. */
  readonly newestTimeSeconds: number;
  /** Blocks that were committed later than this do not count, Unix milliseconds of the server. */
  readonly committedMs: number;
}

/** Copies of one slot differ by less in their times. */
const forkSeconds = 60;

/**
 * A subquery with the `(slot, copy)` of each block that counts, of a window of Unix seconds: rows of
 * blocks are those `WHERE (slot, copy) IN (…)`, beside their own condition on `time`. On a cluster a
 * block's rows are on one shard, and `distributed_product_mode = 'local'` keeps it there.
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

/** The newest state; before there is a block, one without any. */
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
