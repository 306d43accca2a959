import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { StoredRecord } from '../../reads/storedRecord.ts';
import { signatureKey } from '../../rows.ts';
import { recordColumns, toStoredRecords } from '../../sql/recordReads.ts';
import type { ReadContext } from '../database/readContext.ts';
import { singleRead, toRows } from './duckdbRead.ts';

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
