import { solOf, usdOf } from '../money.ts';
import type {
  WalletRecordsFilter,
  WalletTotals,
  WalletTotalsFilter,
  WalletTransactionRow,
  WalletTransactionsFilter,
} from '../reads/marketReads.ts';
import type { StoredRecord } from '../reads/storedRecord.ts';
import { typeNumber } from '../rows.ts';
import { readNewest } from './newestRows.ts';
import { recordColumns, toStoredRecords } from './recordReads.ts';
import type { SqlRead } from './sqlRead.ts';

export async function readTotals(
  read: SqlRead,
  { window, wallets, provider }: WalletTotalsFilter,
): Promise<WalletTotals[]> {
  const money = 'net_gains_lamports, profits_nanocents, volume_lamports, volume_nanocents';
  const from = await read.summed(
    {
      table: 'transactions',
      single: `wallet, is_success, 1 AS attempts, ${money}`,
      group: `wallet, 0::UTINYINT, attempts::INTEGER, net_gains_lamports, profits_nanocents,
        0::BIGINT, 0::BIGINT`,
      totals:
        provider === undefined
          ? {
              table: 'hour_wallets',
              columns: `wallet, is_success, transactions AS attempts, ${money}`,
            }
          : undefined,
    },
    window,
    (rows) =>
      rows
        .isAnyOf('wallet', wallets)
        .isAnyOf('provider', provider === undefined ? undefined : [provider]),
  );
  const rows = await read.rows(
    `SELECT wallet, is_success, sum(attempts), ${read.sum('net_gains_lamports')},
            ${usdOf(read.sum('profits_nanocents'))}, ${read.sum('volume_lamports')},
            ${usdOf(read.sum('volume_nanocents'))}
     ${from} GROUP BY wallet, is_success`,
  );
  const nameOf = await read.namesOf(rows.map(([wallet]) => wallet));
  return rows.map(([wallet, isSuccess, ...figures]) => {
    const [transactions = 0, gainsLamports = 0, gainsUsd = 0, volumeLamports = 0, volumeUsd = 0] =
      figures.map(Number);
    return {
      wallet: nameOf(wallet),
      isSuccess: Number(isSuccess) === 1,
      ...{ transactions, gainsLamports, gainsUsd, volumeLamports, volumeUsd },
    };
  });
}

/** The last column: whether the block has a time; otherwise the row has that of an earlier one. */
const walletRowColumns = `is_success, wallet, signature, slot, time, base, fee_lamports,
  ${usdOf('profits_nanocents')}, ${solOf('net_gains_lamports')}, substring(detail, 1, 2) = '[1'`;

/** `fromSeconds`: without older rows. */
export async function readWalletTransactions(
  read: SqlRead,
  { wallets, isSuccess, limit }: WalletTransactionsFilter,
  fromSeconds?: number,
): Promise<WalletTransactionRow[]> {
  const { rows } = await readNewest(read, { fromSeconds, limit }, walletRowColumns, (bounds) =>
    read
      .filter('transactions')
      .within(bounds)
      .isAnyOf('wallet', wallets)
      .equals('is_success', isSuccess === undefined ? undefined : Number(isSuccess)),
  );
  const nameOf = await read.namesOf(rows.flatMap((row) => [row[1], row[5]]));
  return rows.map((row) => ({
    isSuccess: Number(row[0]) === 1,
    wallet: nameOf(row[1]),
    signature: String(row[2]),
    slot: Number(row[3]),
    timeSeconds: Number(row[9]) === 1 ? Number(row[4]) : null,
    baseMint: nameOf(row[5]),
    feeLamports: BigInt(String(row[6])),
    profitsUsd: Number(row[7]),
    netGainsSol: Number(row[8]),
  }));
}

/** `fromSeconds`: without older rows. */
export async function readWalletRecords(
  read: SqlRead,
  { wallet, limit }: WalletRecordsFilter,
  fromSeconds?: number,
): Promise<StoredRecord[]> {
  const { rows } = await readNewest(read, { fromSeconds, limit }, recordColumns, (bounds) =>
    read
      .filter('transactions')
      .within(bounds)
      .isAnyOf('wallet', [wallet])
      .matches(`type <> ${typeNumber('other')}`),
  );
  return await toStoredRecords(read, rows);
}
