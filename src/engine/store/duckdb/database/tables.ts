import { type TableName, type Tables, tableNames, tables } from '../../tables.ts';

/** Raised when a table changes; a store older than the oldest that can be upgraded is refused. */
export const storeVersion = 5;
export const oldestStoreVersion = 3;
/** The first that records where its blocks come from. */
export const firstSourcedVersion = 4;

/** Tables that are read whole when a store is opened. */
export const startTables: readonly TableName[] = [
  'names',
  'places',
  'blocks',
  'left_out',
  'prices',
  'pools',
  'vaults',
];

/** Columns that rankings sum: unpacking would take longer. All are smaller than the detail. */
const uncompressed: { readonly [Table in TableName]?: readonly (keyof Tables[Table])[] } = {
  transactions: ['revenues_usd', 'profits_usd', 'fee_bucket'],
  credits: ['place_credit', 'revenues_usd', 'profits_usd', 'volume_usd'],
};

/** Tables that stores before version 5 do not have. */
const tablesOfVersion5: readonly TableName[] = ['stops'];

/** The tables that a store of a version has. */
export const tablesOf = (version: number): readonly TableName[] =>
  version >= 5 ? tableNames : tableNames.filter((table) => !tablesOfVersion5.includes(table));

/**
 * DDL of all tables. Names are this file's own, never a caller's. `store_version` has one row, which
 * also records where the blocks come from (`storeSource.ts`), empty texts where that is not known,
 * and a text that no other store has.
 */
export function createStatements(): string[] {
  return [
    `CREATE TABLE store_version
     (version UINTEGER NOT NULL, source VARCHAR NOT NULL, chain VARCHAR NOT NULL,
      identity VARCHAR NOT NULL)`,
    `INSERT INTO store_version VALUES (${storeVersion}, '', '', ${newIdentitySql})`,
    ...tableNames.map(createTable),
  ];
}

const newIdentitySql = "replace(uuid()::VARCHAR, '-', '')";

function createTable(table: TableName): string {
  const plain: readonly string[] = uncompressed[table] ?? [];
  const columns = Object.entries(tables[table]).map(
    ([name, type]) =>
      `${name} ${type} NOT NULL${plain.includes(name) ? ' USING COMPRESSION uncompressed' : ''}`,
  );
  return `CREATE TABLE ${table} (${columns.join(', ')})`;
}

/** What makes a store of a version one of the next; `fillStops` follows on those that make `stops`. */
const upgrades: Readonly<Record<number, readonly string[]>> = {
  // Nobody recorded then where its blocks came from.
  3: [
    "ALTER TABLE store_version ADD COLUMN source VARCHAR DEFAULT ''",
    "ALTER TABLE store_version ADD COLUMN chain VARCHAR DEFAULT ''",
    'ALTER TABLE pools ADD COLUMN lookup_table_slot UINTEGER DEFAULT 0',
    'ALTER TABLE pools ADD COLUMN swap_slot UINTEGER DEFAULT 0',
    'ALTER TABLE vaults ADD COLUMN slot UINTEGER DEFAULT 0',
  ],
  4: [
    "ALTER TABLE store_version ADD COLUMN identity VARCHAR DEFAULT ''",
    `UPDATE store_version SET identity = ${newIdentitySql}`,
    'ALTER TABLE transactions ADD COLUMN number UBIGINT DEFAULT 0',
    // In the order in which they were written.
    'UPDATE transactions SET number = rowid + 1',
    ...tablesOfVersion5.map(createTable),
  ],
};

export const upgradeStatements = (version: number): string[] => [
  ...Object.entries(upgrades).flatMap(([from, statements]) =>
    Number(from) >= version ? statements : [],
  ),
  `UPDATE store_version SET version = ${storeVersion}`,
];
