import type {
  WalletRecordsFilter,
  WalletTransactionRow,
  WalletTransactionsFilter,
} from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { StoredRecord } from '../../reads/storedRecord.ts';
import { signatureKey, typeNumber } from '../../rows.ts';
import { recordColumns, toStoredRecords } from '../../sql/recordReads.ts';
import {
  newestFirst,
  toWalletTransactions,
  walletRowColumns,
  withWallets,
} from '../../sql/walletReads.ts';
import type { ReadContext } from '../database/readContext.ts';
import { singleFailuresFrom, singleRead, toRows } from './duckdbRead.ts';

export async function readWalletTransactions(
  store: ReadContext,
  filter: WalletTransactionsFilter,
  options?: QueryOptions,
): Promise<WalletTransactionRow[]> {
  const read = singleRead(store, options);
  const rows = withWallets(read.filter('transactions'), filter);
  return await toWalletTransactions(
    read,
    await read.rows(`SELECT ${walletRowColumns} ${rows.sql} ${newestFirst(filter.limit)}`),
  );
}

/** Without the minutes of rolled-up failures, whose pools are not known one by one. */
export async function readWalletRecords(
  store: ReadContext,
  { wallet, limit }: WalletRecordsFilter,
  options?: QueryOptions,
): Promise<StoredRecord[]> {
  const read = singleRead(store, options);
  const rows = read
    .filter('transactions')
    .isAnyOf('wallet', [wallet])
    .matches(`type <> ${typeNumber('other')} AND time >= ${singleFailuresFrom(read, wallet)}`);
  return await toStoredRecords(
    read,
    await read.rows(`SELECT ${recordColumns} ${rows.sql} ${newestFirst(limit)}`),
  );
}

export async function findTransaction(
  store: ReadContext,
  signature: string,
  options?: QueryOptions,
): Promise<StoredRecord | null> {
  const columns = await store.query(
    `SELECT ${recordColumns} FROM transactions
     WHERE signature_key = $key AND signature = $signature LIMIT 1`,
    { key: signatureKey(signature), signature },
    options,
  );
  const [record] = await toStoredRecords(singleRead(store), toRows(columns));
  return record ?? null;
}
