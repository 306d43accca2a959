import { transactionTypes } from '../../../../api/enumerations.ts';
import { minuteSeconds } from '../../../base/minute.ts';
import { solOf, usdOf } from '../../money.ts';
import type { WalletRecordsFilter } from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { StoredRecord } from '../../reads/storedRecord.ts';
import { unpackDetail } from '../../recordDetail.ts';
import { signatureKey, typeNumber } from '../../rows.ts';
import type { ColumnValues } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';
import { WhereClause } from '../database/whereClause.ts';

const selectRecord = `SELECT slot, position, time, type, is_success, wallet, fee_lamports, compute_units,
  base, base_input, ${usdOf('profits_nanocents')}, ${solOf('net_gains_lamports')},
  ${usdOf('volume_nanocents')}, ${solOf('volume_lamports')}, detail, signature`;

export async function findTransaction(
  store: ReadContext,
  signature: string,
  options?: QueryOptions,
): Promise<StoredRecord | null> {
  const columns = await store.query(
    `${selectRecord} FROM transactions WHERE signature_key = $key AND signature = $signature LIMIT 1`,
    { key: signatureKey(signature), signature },
    options,
  );
  return columns[0]?.[0] === undefined ? null : toStoredRecord(store, columns, 0);
}

/** Without the minutes of rolled-up failures, whose pools are not known one by one. */
export async function readWalletRecords(
  store: ReadContext,
  { wallet, limit }: WalletRecordsFilter,
  options?: QueryOptions,
): Promise<StoredRecord[]> {
  const conditions = new WhereClause(store.names)
    .isAnyOf('wallet', [wallet])
    .matches(`type <> ${typeNumber('other')}`);
  const rolledUp = new WhereClause(store.names, 'f').isAnyOf('wallet', [wallet]);
  const columns = await store.query(
    `${selectRecord} FROM transactions
     WHERE ${conditions.sql} AND time >= (
       SELECT coalesce(max(minute) + ${minuteSeconds}, 0) FROM failures WHERE ${rolledUp.sql}
     )
     ORDER BY slot DESC, position DESC LIMIT ${Math.floor(limit)}`,
    { ...conditions.values, ...rolledUp.values },
    options,
  );
  return (columns[0] ?? []).map((_, row) => toStoredRecord(store, columns, row));
}

function toStoredRecord({ names }: ReadContext, columns: ColumnValues, row: number): StoredRecord {
  const cell = (column: number): string => String(columns[column]?.[row]);
  const number = (column: number): number => Number(columns[column]?.[row]);
  const timeSeconds = number(2);
  const { record, prices } = unpackDetail(
    {
      signature: cell(15),
      slot: number(0),
      index: number(1),
      timeSeconds,
      type: transactionTypes[number(3)] ?? 'failed',
      isSuccess: number(4) === 1,
      wallet: names.nameOf(number(5)),
      feeLamports: BigInt(cell(6)),
      computeUnits: number(7) || null,
      baseMint: number(8) === 0 ? null : names.nameOf(number(8)),
      baseInput: BigInt(cell(9)),
    },
    cell(14),
    names,
  );
  return {
    record,
    timeSeconds,
    prices: new Map(prices.map((price) => [price.mint, price])),
    profitsUsd: number(10),
    netGainsSol: number(11),
    volumeUsd: number(12),
    volumeSol: number(13),
  };
}
