import type { StoredRecord } from '../../reads/storedRecord.ts';
import { recordColumns, toStoredRecords } from '../../sql/recordReads.ts';
import type { ClickHouseRead } from './clickHouseRead.ts';

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
