import type { TimeWindow } from '../../../base/timeWindow.ts';
import type {
  WalletRecordsFilter,
  WalletTransactionRow,
  WalletTransactionsFilter,
} from '../../reads/marketReads.ts';
import type { StoredRecord } from '../../reads/storedRecord.ts';
import { typeNumber } from '../../rows.ts';
import { recordColumns, toStoredRecords } from '../../sql/recordReads.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import type { Row } from '../../sql/sqlRead.ts';
import {
  newestFirst,
  toWalletTransactions,
  walletRowColumns,
  withWallets,
} from '../../sql/walletReads.ts';
import type { ClickHouseRead } from './clickHouseRead.ts';

/** Look-back windows, tried in turn until one has enough transactions. */
const lookBackSeconds = [3_600, 86_400, 8 * 86_400, Number.POSITIVE_INFINITY];

async function readNewest(
  read: ClickHouseRead,
  kept: TimeWindow,
  limit: number,
  query: (rows: RowFilter) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  let rows: readonly Row[] = [];
  for (const lookBack of lookBackSeconds) {
    const filter = read.filter('transactions');
    // `toSeconds` is the time of the newest block, so no row is later.
    const fromSeconds = Math.max(kept.fromSeconds, kept.toSeconds - lookBack);
    if (fromSeconds > 0) filter.within({ fromSeconds, toSeconds: kept.toSeconds });
    rows = await query(filter);
    if (rows.length >= limit) break;
  }
  return rows;
}

export async function readWalletTransactions(
  read: ClickHouseRead,
  filter: WalletTransactionsFilter,
  kept: TimeWindow,
): Promise<WalletTransactionRow[]> {
  const { limit } = filter;
  const rows = await readNewest(read, kept, limit, (found) =>
    read.rows(`SELECT ${walletRowColumns} ${withWallets(found, filter).sql} ${newestFirst(limit)}`),
  );
  return await toWalletTransactions(read, rows);
}

export async function findTransaction(
  read: ClickHouseRead,
  signature: string,
): Promise<StoredRecord | null> {
  const { database, pin, signal } = read;
  const rows = await database.query(
    `SELECT copy, ${recordColumns} FROM ${database.table('transactions')}
     WHERE signature = {signature:String}`,
    { values: { signature }, signal },
  );
  if (rows.length === 0) return null;
  // Only a few rows match, so look up their slots rather than a window of blocks.
  const slots = [...new Set(rows.map(([, slot]) => Number(slot)))].join(', ');
  const copies = await read.rows(
    `SELECT slot, max(copy) FROM ${database.table('blocks')}
     WHERE slot IN (${slots}) AND slot <= ${pin.newestSlot} AND added_ms <= ${pin.committedMs}
     GROUP BY slot`,
  );
  const visible = new Set(copies.map(([slot, copy]) => `${slot} ${copy}`));
  const found = rows.find(([copy, slot]) => visible.has(`${slot} ${copy}`));
  const [record] = await toStoredRecords(read, found === undefined ? [] : [found.slice(1)]);
  return record ?? null;
}

export async function readWalletRecords(
  read: ClickHouseRead,
  { wallet, limit }: WalletRecordsFilter,
  kept: TimeWindow,
): Promise<StoredRecord[]> {
  const rows = await readNewest(read, kept, limit, (found) =>
    read.rows(
      `SELECT ${recordColumns} ${
        found.isAnyOf('wallet', [wallet]).matches(`type <> ${typeNumber('other')}`).sql
      } ${newestFirst(limit)}`,
    ),
  );
  return await toStoredRecords(read, rows);
}
