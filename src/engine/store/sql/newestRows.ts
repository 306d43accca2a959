import type { PageCursor } from '../reads/arbitrageReads.ts';
import { addBehind, orderSql } from './listOrder.ts';
import type { RowBounds, RowFilter } from './rowFilter.ts';
import type { ListRange, Row, SqlRead } from './sqlRead.ts';

export interface NewestQuery extends ListRange {
  readonly behind?: Extract<PageCursor, { order: 'time' }> | undefined;
  readonly limit: number;
  /** Once this time has passed, no further stretch is read. */
  readonly maxMilliseconds?: number | undefined;
}

export interface NewestRows {
  readonly rows: readonly Row[];
  /** Rows before this slot were not read; `null` if there are enough rows, or no others. */
  readonly unreadBeforeSlot: number | null;
}

const firstStretchSlots = 256;
const maxGrowth = 16;
/** The next stretch should not take longer, so that a search can end in time. */
const stretchMilliseconds = 500;

/**
 * Reads stretches of slots from the newest on until there are enough rows: a single statement would
 * look at every row of the range. The first and the last stretch have no outer bound, so together they
 * contain every row, whatever the order and the times of the blocks. `matching` filters `transactions`.
 */
export async function readNewest(
  read: SqlRead,
  { behind, limit, maxMilliseconds = Number.POSITIVE_INFINITY, ...range }: NewestQuery,
  columns: string,
  matching: (bounds: RowBounds) => RowFilter,
): Promise<NewestRows> {
  const search = read.listSearch(columns);
  const start = performance.now();
  const found: Row[] = [];
  let toSlot = behind?.slot;
  let fromSlot = slotBefore(toSlot ?? (await newestSlot(read, range)), firstStretchSlots, 0);
  let slots = firstStretchSlots;
  let oldest: number | null = null;
  let unreadBeforeSlot: number | null = null;
  for (;;) {
    const [stretchStart, foundBefore] = [performance.now(), found.length];
    const bounds = await read.listBounds({ ...range, fromSlot, toSlot });
    if (bounds !== null) {
      const { sql } = addBehind(matching(bounds), behind, read);
      const missing = limit - foundBefore;
      const statement = `SELECT ${search.columns} ${sql} ${orderSql('time', read)} LIMIT ${missing}`;
      found.push(...(await read.rows(statement)));
    }
    if (found.length >= limit || fromSlot === undefined) break;
    const end = performance.now();
    oldest ??= await oldestSlot(read, range);
    if (end - start >= maxMilliseconds && oldest < fromSlot) {
      unreadBeforeSlot = fromSlot;
      break;
    }
    // Twice as many slots as the missing rows would need if they were as frequent.
    const wanted = (2 * (limit - found.length)) / (found.length - foundBefore);
    const affordable = stretchMilliseconds / (end - stretchStart);
    slots *= Math.max(1, Math.min(Math.ceil(wanted), Math.floor(affordable), maxGrowth));
    toSlot = fromSlot - 1;
    fromSlot = slotBefore(toSlot, slots, oldest);
  }
  return { rows: await search.complete(found), unreadBeforeSlot };
}

/** First slot of a stretch; `undefined` if none is older. */
const slotBefore = (toSlot: number | null, slots: number, oldest: number): number | undefined =>
  toSlot === null || toSlot - slots < oldest ? undefined : toSlot - slots + 1;

/** An estimate is enough, as the first stretch also contains later slots. */
async function newestSlot(read: SqlRead, { fromSeconds, toSeconds }: RowBounds) {
  if (toSeconds === undefined) return read.newestSlot;
  return await ofBlocks(read, 'max(slot)', read.blocks().within({ fromSeconds, toSeconds }));
}

/** An estimate is enough, as the last stretch also contains older slots. */
async function oldestSlot(read: SqlRead, { fromSeconds = 0 }: RowBounds): Promise<number> {
  // Without a condition, ClickHouse knows it without reading blocks.
  const blocks = read.blocks().atLeast('time', fromSeconds === 0 ? undefined : fromSeconds);
  return (await ofBlocks(read, 'min(slot)', blocks)) ?? Number.POSITIVE_INFINITY;
}

/** Earliest block time from a slot on, Unix seconds; `null` if no block there has a time. */
export const timeFromSlot = (read: SqlRead, slot: number): Promise<number | null> =>
  // 0 means that a block has no time.
  ofBlocks(read, 'min(time)', read.blocks().atLeast('slot', slot).atLeast('time', 1));

async function ofBlocks(read: SqlRead, figure: string, blocks: RowFilter): Promise<number | null> {
  const [[count, value] = []] = await read.rows(`SELECT count(*), ${figure} ${blocks.sql}`);
  return Number(count) === 0 ? null : Number(value);
}
