import type {
  ArbitragePageQuery,
  ArbitragePageRows,
  NewArbitrages,
  NewArbitragesQuery,
  PageCursor,
} from '../../reads/arbitrageReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import {
  addBehind,
  keyColumns,
  listColumns,
  orderSql,
  toNewArbitrages,
  toPage,
} from '../../sql/arbitrageReads.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import type { Row, SqlRead } from '../../sql/sqlRead.ts';
import { transactionRows } from '../../sql/transactionRows.ts';
import type { ReadContext } from '../database/readContext.ts';
import { snapshotRead } from './duckdbRead.ts';

export const readArbitragePage = (
  store: ReadContext,
  { filter, fromSeconds, toSeconds, order, behind, upTo, limit }: ArbitragePageQuery,
  options?: QueryOptions,
): Promise<ArbitragePageRows> =>
  store.readTransaction(async (snapshot) => {
    const read = snapshotRead(store, snapshot);
    const rows = (await transactionRows(read, filter))()
      .atLeast('time', fromSeconds)
      .atMost('time', toSeconds)
      .atMost('number', upTo);
    const found = await readList(read, addBehind(rows, behind, read), order, limit + 1);
    return await toPage(read, found, { limit, order });
  }, options);

export const readNewArbitrages = (
  store: ReadContext,
  { filter, after, upTo, limit }: NewArbitragesQuery,
  options?: QueryOptions,
): Promise<NewArbitrages> =>
  store.readTransaction(async (snapshot) => {
    const read = snapshotRead(store, snapshot);
    const rows = (await transactionRows(read, filter))()
      .atLeast('number', after + 1)
      .atMost('number', upTo);
    return await toNewArbitrages(read, rows, await readList(read, rows, 'time', limit + 1), limit);
  }, options);

/** Finds the rows first, then reads only their details. */
async function readList(
  read: SqlRead,
  rows: RowFilter,
  order: PageCursor['order'],
  limit: number,
): Promise<Row[]> {
  const keys = await read.rows(
    `SELECT rowid, ${keyColumns(read)} ${rows.sql} ${orderSql(order, read)} LIMIT ${limit}`,
  );
  if (keys.length === 0) return [];
  const details = await read.rows(
    `SELECT rowid, ${listColumns} FROM transactions
     WHERE rowid IN (SELECT unnest([${keys.map(([rowId]) => String(rowId)).join(', ')}]))`,
  );
  const found = new Map(details.map(([rowId, ...own]) => [String(rowId), own]));
  return keys.map(([rowId, ...own]) => [...own, ...(found.get(String(rowId)) ?? [])]);
}
