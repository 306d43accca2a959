import type { TimeWindow } from '../../../base/timeWindow.ts';
import type {
  ArbitragePageQuery,
  ArbitragePageRows,
  NewArbitrages,
  NewArbitragesQuery,
  PageCursor,
} from '../../reads/arbitrageReads.ts';
import {
  addBehind,
  keyColumns,
  listColumns,
  orderSql,
  toNewArbitrages,
  toPage,
} from '../../sql/arbitrageReads.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import type { Row } from '../../sql/sqlRead.ts';
import { transactionRows } from '../../sql/transactionRows.ts';
import type { KeptPeriod } from '../database/keptPeriod.ts';
import { slotOfRow } from '../database/rowPosition.ts';
import type { ClickHouseRead } from './clickHouseRead.ts';
import { readNewest, readSlotsWindow } from './newestRows.ts';

export async function readArbitragePage(
  read: ClickHouseRead,
  { filter, fromSeconds, toSeconds, order, behind, upTo, limit }: ArbitragePageQuery,
  { rowsFromSeconds }: Pick<KeptPeriod, 'rowsFromSeconds'>,
): Promise<ArbitragePageRows> {
  const { newestTimeSeconds } = read.pin;
  const matching = await transactionRows(read, filter);
  const readWithin = (window: TimeWindow): Promise<readonly Row[]> => {
    const rows = matching(window).atMost('slot', slotOfRow(upTo));
    return readList(read, addBehind(rows, behind, read), order, limit + 1);
  };
  const window = {
    // Servers delete older rows at different times.
    fromSeconds: Math.max(fromSeconds ?? 0, rowsFromSeconds ?? 0),
    toSeconds: Math.min(toSeconds ?? newestTimeSeconds, newestTimeSeconds),
  };
  const rows =
    order === 'time'
      ? await readNewest(
          read,
          await windowBehind(read, window, behind),
          limit + 1,
          readWithin,
          ([slot]) => Number(slot),
        )
      : await readWithin(window);
  return await toPage(read, rows, { limit, order });
}

export async function readNewArbitrages(
  read: ClickHouseRead,
  { filter, after, upTo, limit }: NewArbitragesQuery,
): Promise<NewArbitrages> {
  const [fromSlot, toSlot] = [slotOfRow(after) + 1, slotOfRow(upTo)];
  const window = await readSlotsWindow(read, fromSlot, toSlot);
  if (window === null) return { rows: [], skipped: 0 };
  const matching = await transactionRows(read, filter);
  const rows = matching(window).atLeast('slot', fromSlot).atMost('slot', toSlot);
  return await toNewArbitrages(read, rows, await readList(read, rows, 'time', limit + 1), limit);
}

/** Ends the window at the last row of the former page. */
async function windowBehind(
  read: ClickHouseRead,
  window: TimeWindow,
  behind: PageCursor | undefined,
): Promise<TimeWindow> {
  if (behind?.order !== 'time') return window;
  const own = await readSlotsWindow(read, 0, behind.slot);
  const toSeconds = Math.min(window.toSeconds, own?.toSeconds ?? window.toSeconds);
  return { fromSeconds: window.fromSeconds, toSeconds };
}

const readList = (
  read: ClickHouseRead,
  rows: RowFilter,
  order: PageCursor['order'],
  limit: number,
): Promise<readonly Row[]> =>
  read.rows(
    `SELECT ${keyColumns(read)}, ${listColumns} ${rows.sql}
     ${orderSql(order, read)} LIMIT ${Math.floor(limit)}`,
  );
