import { transactionTypes } from '../../../../api/enumerations.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { solOf, usdOf } from '../../money.ts';
import type {
  WalletRecordsFilter,
  WalletTotals,
  WalletTotalsFilter,
  WalletTransactionRow,
  WalletTransactionsFilter,
} from '../../reads/marketReads.ts';
import type { StoredRecord } from '../../reads/storedRecord.ts';
import { unpackDetail } from '../../recordDetail.ts';
import { typeNumber } from '../../rows.ts';
import type { Cell } from '../database/clickHouseDatabase.ts';
import { detailTexts } from '../database/hashedIds.ts';
import { sumOf } from '../database/wideSums.ts';
import { type PinnedRead, VisibleFilter } from './filterTerms.ts';
import type { NameLookup } from './nameLookup.ts';

export async function readWalletTotals(
  read: PinnedRead,
  lookup: NameLookup,
  { window, wallets, provider }: WalletTotalsFilter,
): Promise<WalletTotals[]> {
  const filter = new VisibleFilter(read, 'transactions')
    .within(window)
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', provider === undefined ? undefined : [provider]);
  const rows = await read.database.query(
    `SELECT wallet, is_success, count(), ${sumOf('net_gains_lamports')},
            ${usdOf(sumOf('profits_nanocents'))}, ${sumOf('volume_lamports')},
            ${usdOf(sumOf('volume_nanocents'))}
     ${filter.sql} GROUP BY wallet, is_success`,
    { signal: read.signal },
  );
  const names = await lookup.names(
    rows.map(([wallet]) => BigInt(String(wallet))),
    read.signal,
  );
  return rows.map(([wallet, isSuccess, ...figures]) => {
    const [transactions = 0, gainsLamports = 0, gainsUsd = 0, volumeLamports = 0, volumeUsd = 0] =
      figures.map(Number);
    return {
      wallet: names.get(BigInt(String(wallet))) ?? '',
      isSuccess: Number(isSuccess) === 1,
      ...{ transactions, gainsLamports, gainsUsd, volumeLamports, volumeUsd },
    };
  });
}

/** Look-back windows, tried in turn until one has enough transactions. */
const lookBackSeconds = [3_600, 86_400, 8 * 86_400, Number.POSITIVE_INFINITY];

async function readNewest(
  read: PinnedRead,
  kept: TimeWindow,
  limit: number,
  query: (filter: VisibleFilter) => Promise<Cell[][]>,
): Promise<Cell[][]> {
  let rows: Cell[][] = [];
  for (const lookBack of lookBackSeconds) {
    const filter = new VisibleFilter(read, 'transactions');
    // `toSeconds` is the time of the newest block, so no row is later.
    const fromSeconds = Math.max(kept.fromSeconds, kept.toSeconds - lookBack);
    if (fromSeconds > 0) filter.within({ fromSeconds, toSeconds: kept.toSeconds });
    rows = await query(filter);
    if (rows.length >= limit) break;
  }
  return rows;
}

export async function readWalletTransactions(
  read: PinnedRead,
  lookup: NameLookup,
  { wallets, isSuccess, limit }: WalletTransactionsFilter,
  kept: TimeWindow,
): Promise<WalletTransactionRow[]> {
  const rows = await readNewest(read, kept, limit, (filter) =>
    read.database.query(
      `SELECT is_success, wallet, signature, slot, time, base, fee_lamports,
              ${usdOf('profits_nanocents')}, ${solOf('net_gains_lamports')}, startsWith(detail, '[1')
       ${
         filter
           .isAnyOf('wallet', wallets)
           .equals('is_success', isSuccess === undefined ? undefined : Number(isSuccess)).sql
       } ORDER BY slot DESC, position DESC LIMIT ${Math.floor(limit)}`,
      { signal: read.signal },
    ),
  );
  const names = await lookup.names(
    rows.flatMap((row) => [BigInt(String(row[1])), BigInt(String(row[5]))]),
    read.signal,
  );
  const nameOf = (cell: Cell | undefined): string => names.get(BigInt(String(cell))) ?? '';
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

const selectRecord = `SELECT slot, copy, position, time, type, is_success, wallet, fee_lamports,
  compute_units, base, base_input, ${usdOf('profits_nanocents')}, ${solOf('net_gains_lamports')},
  ${usdOf('volume_nanocents')}, ${solOf('volume_lamports')}, detail, signature`;

export async function findTransaction(
  read: PinnedRead,
  lookup: NameLookup,
  signature: string,
): Promise<StoredRecord | null> {
  const { database, pin, signal } = read;
  const rows = await database.query(
    `${selectRecord} FROM ${database.table('transactions')} WHERE signature = {signature:String}`,
    { values: { signature }, signal },
  );
  if (rows.length === 0) return null;
  // Only a few rows match, so look up their slots rather than a window of blocks.
  const slots = [...new Set(rows.map(([slot]) => Number(slot)))].join(', ');
  const copies = await database.query(
    `SELECT slot, max(copy) FROM ${database.table('blocks')}
     WHERE slot IN (${slots}) AND slot <= ${pin.newestSlot} AND added_ms <= ${pin.committedMs}
     GROUP BY slot`,
    { signal },
  );
  const visible = new Set(copies.map(([slot, copy]) => `${slot} ${copy}`));
  const row = rows.find(([slot, copy]) => visible.has(`${slot} ${copy}`));
  if (row === undefined) return null;
  const amount = (at: number): bigint => BigInt(String(row[at]));
  return toStoredRecord(row, await lookup.names([amount(6), amount(9)], signal));
}

export async function readWalletRecords(
  read: PinnedRead,
  lookup: NameLookup,
  { wallet, limit }: WalletRecordsFilter,
  kept: TimeWindow,
): Promise<StoredRecord[]> {
  const rows = await readNewest(read, kept, limit, (filter) =>
    read.database.query(
      `${selectRecord} ${
        filter.isAnyOf('wallet', [wallet]).matches(`type NOT IN (${typeNumber('other')})`).sql
      }
       ORDER BY slot DESC, position DESC LIMIT ${Math.floor(limit)}`,
      { signal: read.signal },
    ),
  );
  const ids = rows.flatMap((row) => [BigInt(String(row[6])), BigInt(String(row[9]))]);
  const names = await lookup.names(ids, read.signal);
  return rows.map((row) => toStoredRecord(row, names));
}

function toStoredRecord(row: readonly Cell[], names: ReadonlyMap<bigint, string>): StoredRecord {
  const number = (at: number): number => Number(row[at]);
  const amount = (at: number): bigint => BigInt(String(row[at]));
  const timeSeconds = number(3);
  const { record, prices } = unpackDetail<string>(
    {
      signature: String(row[16]),
      slot: number(0),
      index: number(2),
      timeSeconds,
      type: transactionTypes[number(4)] ?? 'failed',
      isSuccess: number(5) === 1,
      wallet: names.get(amount(6)) ?? '',
      feeLamports: amount(7),
      computeUnits: number(8) || null,
      baseMint: amount(9) === 0n ? null : (names.get(amount(9)) ?? ''),
      baseInput: amount(10),
    },
    String(row[15]),
    detailTexts,
  );
  return {
    record,
    timeSeconds,
    prices: new Map(prices.map((price) => [price.mint, price])),
    profitsUsd: number(11),
    netGainsSol: number(12),
    volumeUsd: number(13),
    volumeSol: number(14),
  };
}
