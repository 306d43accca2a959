/** The same day as `fillDay.ts` in a ClickHouse store. */
import type {
  Cell,
  ClickHouseDatabase,
} from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import { blockTables, columnsOf } from '../../src/engine/store/clickhouse/database/schema.ts';
import { type DayShape, day } from './fillDay.ts';
import type { GeneratedBlocks } from './generatedBlocks.ts';

/** Stretches that one statement repeats: it holds a block of rows of each. */
const stretchesPerStatement = 10;
const lettersOfSignature = 5;

/**
 * The stretch that a writer has written again, later and later: the same rows, with slots, times and
 * signatures of their own. Some 25 parts of each table are left for ten million transactions.
 */
export async function repeatStretch(
  database: ClickHouseDatabase,
  shape: DayShape,
  { firstSlot }: GeneratedBlocks,
): Promise<void> {
  const values: Readonly<Record<string, string>> = {
    slot: `slot + stretch * ${shape.slotsPerStretch}`,
    time: `time + intDiv(stretch * ${day.seconds}, ${shape.stretches})`,
    // Letters of Base58 are not needed: nothing reads them.
    signature: `concat(substring(signature, 1, 20),
      substring(hex(cityHash64(signature, stretch)), 1, ${lettersOfSignature}),
      substring(signature, ${21 + lettersOfSignature}))`,
    blockhash: `concat(blockhash, '.', toString(stretch))`,
  };
  // What is merged meanwhile would be measured too.
  await database.define('SYSTEM STOP MERGES');
  for (const name of [...blockTables, 'blocks'] as const) {
    const table = database.table(name);
    const columns = columnsOf(name);
    for (let from = 1; from < shape.stretches; from += stretchesPerStatement) {
      const before = Math.min(from + stretchesPerStatement, shape.stretches);
      await database.insertSelected(
        `INSERT INTO ${table} (${columns.join(', ')})
         SELECT ${columns.map((column) => values[column] ?? column).join(', ')}
         FROM ${table} ARRAY JOIN range(${from}, ${before}) AS stretch
         WHERE ${table}.slot < ${firstSlot + shape.slotsPerStretch}`,
      );
    }
  }
}

/** Rows and bytes on disk of each table, of parts that are in use. */
export async function tableSizes(
  database: ClickHouseDatabase,
): Promise<Map<string, { readonly rows: number; readonly bytes: number }>> {
  const rows: Cell[][] = await database.query(
    `SELECT table, sum(rows), sum(bytes_on_disk) FROM system.parts
     WHERE active AND database = '${database.target.database}' GROUP BY table`,
  );
  return new Map(
    rows.map(([table, count, bytes]) => [
      String(table),
      { rows: Number(count), bytes: Number(bytes) },
    ]),
  );
}
