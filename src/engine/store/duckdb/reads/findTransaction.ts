import { transactionTypes } from '../../../../api/enumerations.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { StoredRecord } from '../../reads/storedRecord.ts';
import { unpackDetail } from '../../recordDetail.ts';
import { signatureKey } from '../../rows.ts';
import type { ReadContext } from '../database/readContext.ts';

export async function findTransaction(
  store: ReadContext,
  signature: string,
  options?: QueryOptions,
): Promise<StoredRecord | null> {
  const columns = await store.query(
    `SELECT slot, position, time, type, is_success, wallet, fee_lamports, compute_units, base,
            base_input, profits_usd, net_gains_sol, volume_usd, volume_sol, detail
     FROM transactions WHERE signature_key = $key AND signature = $signature LIMIT 1`,
    { key: signatureKey(signature), signature },
    options,
  );
  if (columns[0]?.[0] === undefined) return null;
  const cell = (column: number): string => String(columns[column]?.[0]);
  const number = (column: number): number => Number(columns[column]?.[0]);
  const timeSeconds = number(2);
  const { record, prices } = unpackDetail(
    {
      signature,
      slot: number(0),
      index: number(1),
      timeSeconds,
      type: transactionTypes[number(3)] ?? 'failed',
      isSuccess: number(4) === 1,
      wallet: store.names.nameOf(number(5)),
      feeLamports: BigInt(cell(6)),
      computeUnits: number(7) || null,
      baseMint: number(8) === 0 ? null : store.names.nameOf(number(8)),
      baseInput: BigInt(cell(9)),
    },
    cell(14),
    store.names,
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
