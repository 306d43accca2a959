import { transactionTypes } from '../../../api/enumerations.ts';
import { solOf, usdOf } from '../money.ts';
import type { StoredRecord } from '../reads/storedRecord.ts';
import { unpackDetail } from '../recordDetail.ts';
import type { Row, SqlRead } from './sqlRead.ts';

/** Columns of `toStoredRecords`, in order. */
export const recordColumns = `slot, position, time, type, is_success, wallet, fee_lamports,
  compute_units, base, base_input, ${usdOf('profits_nanocents')}, ${solOf('net_gains_lamports')},
  ${usdOf('volume_nanocents')}, ${solOf('volume_lamports')}, detail, signature`;

export async function toStoredRecords(
  read: SqlRead,
  rows: readonly Row[],
): Promise<StoredRecord[]> {
  const nameOf = await read.namesOf(rows.flatMap((row) => [row[5], row[8]]));
  return rows.map((row) => {
    const number = (at: number): number => Number(row[at]);
    const timeSeconds = number(2);
    const { record, prices } = unpackDetail(
      {
        signature: String(row[15]),
        slot: number(0),
        index: number(1),
        timeSeconds,
        type: transactionTypes[number(3)] ?? 'failed',
        isSuccess: number(4) === 1,
        wallet: nameOf(row[5]),
        feeLamports: BigInt(String(row[6])),
        computeUnits: number(7) || null,
        baseMint: String(row[8]) === '0' ? null : nameOf(row[8]),
        baseInput: BigInt(String(row[9])),
      },
      String(row[14]),
      read.detailNames,
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
  });
}
