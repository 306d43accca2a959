import type {
  Cell,
  ClickHouseDatabase,
} from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import { blockTables, columnsOf } from '../../src/engine/store/clickhouse/database/schema.ts';
import { type DayShape, day } from './fillDay.ts';
import type { GeneratedBlocks } from './generatedBlocks.ts';

/** Stretches per statement: it keeps a block of rows of each in memory. */
const stretchesPerStatement = 10;
const lettersOfSignature = 5;

/**
 * Repeats the stretch written by the store's writer: the same rows with later slots and times and
 * new signatures. Leaves about 25 parts of each table for ten million transactions.
 */
export async function repeatStretch(
  database: ClickHouseDatabase,
  shape: DayShape,
  { firstSlot }: GeneratedBlocks,
): Promise<void> {
  const values: Readonly<Record<string, string>> = {
    slot: `slot + stretch * ${shape.slotsPerStretch}`,
    time: `time + intDiv(stretch * ${day.seconds}, ${shape.stretches})`,
    // Valid Base58 is unnecessary: signatures are not parsed.
    signature: `concat(substring(signature, 1, 20),
      substring(hex(cityHash64(signature, stretch)), 1, ${lettersOfSignature}),
      substring(signature, ${21 + lettersOfSignature}))`,
    blockhash: `concat(blockhash, '.', toString(stretch))`,
  };
  // Otherwise merges would affect the measurement.
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
