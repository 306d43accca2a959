import { lamportsOfSol, nanocentsOfUsd, solPriceOfDoubles } from '../../money.ts';
import { type TableName, type Tables, tableNames, tables } from '../../tables.ts';

/** Raised when a table changes; stores older than the oldest upgradable version are refused. */
export const storeVersion = 8;
export const oldestStoreVersion = 3;
/** First version that records the source of its blocks. */
export const firstSourcedVersion = 4;

/** Tables that are read completely when a store is opened. */
export const startTables: readonly TableName[] = [
  'names',
  'places',
  'blocks',
  'left_out',
  'summed_hours',
  'prices',
  'pools',
  'vaults',
];

/** Summed by rankings, which decompression would slow down. All are smaller than `detail`. */
const uncompressed: { readonly [Table in TableName]?: readonly (keyof Tables[Table])[] } = {
  transactions: ['revenues_nanocents', 'profits_nanocents', 'fee_bucket'],
  credits: ['place_credit', 'revenues_nanocents', 'profits_nanocents', 'volume_nanocents'],
};

/** First version with route stops (`fillStops`). */
export const firstVersionWithStops = 5;
const newTables: readonly { readonly version: number; readonly tables: readonly TableName[] }[] = [
  { version: firstVersionWithStops, tables: ['stops'] },
  { version: 6, tables: ['tried_stops'] },
  {
    version: 8,
    tables: [
      'hour_totals',
      'hour_wallets',
      'hour_routes',
      'hour_credits',
      'hour_trades',
      'summed_hours',
    ],
  },
];

const tablesSince = (since: number): readonly TableName[] =>
  newTables.flatMap(({ version, tables: added }) => (version === since ? added : []));

export const tablesOf = (version: number): readonly TableName[] => {
  const missing = newTables.flatMap((each) => (each.version > version ? each.tables : []));
  return tableNames.filter((table) => !missing.includes(table));
};

/**
 * DDL of all tables. Names are constants of this file, never user input. `store_version` has one
 * row with the version, the source (`storeSource.ts`; empty texts if unknown) and a unique id.
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

/** By the version to upgrade from; `fillStops` runs after those that create `stops`. */
const upgrades: Readonly<Record<number, readonly string[]>> = {
  // Version 3 did not record sources.
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
    // In insertion order.
    'UPDATE transactions SET number = rowid + 1',
    ...tablesSince(5).map(createTable),
  ],
  5: [
    // 0: unknown.
    'ALTER TABLE transactions ADD COLUMN durable_nonce UTINYINT DEFAULT 0',
    'ALTER TABLE failures ADD COLUMN durable_nonce UTINYINT DEFAULT 0',
    'ALTER TABLE failures ADD COLUMN tried UBIGINT DEFAULT 0',
    ...tablesSince(6).map(createTable),
  ],
  6: [
    'ALTER TABLE transactions ADD COLUMN sol_price DOUBLE DEFAULT 0',
    `ALTER TABLE transactions ALTER COLUMN sol_price TYPE DOUBLE USING ${solPriceOfDoubles}`,
    // Gross and net gains are either both known or both unknown.
    ...toInteger('transactions', 'revenues_usd', 'BIGINT', 'profits_usd'),
    ...toInteger('transactions', 'profits_usd', 'BIGINT'),
    ...toInteger('transactions', 'net_gains_sol', 'BIGINT'),
    ...toInteger('transactions', 'volume_usd', 'BIGINT'),
    ...toInteger('transactions', 'volume_sol', 'BIGINT'),
    ...toInteger('failures', 'net_gains_sol', 'BIGINT'),
    ...toInteger('failures', 'profits_usd', 'BIGINT'),
    ...toInteger('credits', 'revenues_usd', 'BIGINT', 'profits_usd'),
    ...toInteger('credits', 'profits_usd', 'BIGINT'),
    ...toInteger('credits', 'volume_usd', 'BIGINT'),
    ...toInteger('trades', 'volume_usd', 'HUGEINT'),
  ],
  // The next calls of `maintain` sum the hours.
  7: tablesSince(8).map(createTable),
};

/** Money of former versions, as doubles. A column keeps its position, as appenders require. */
function toInteger(
  table: TableName,
  column: `${string}_usd` | `${string}_sol`,
  type: 'BIGINT' | 'HUGEINT',
  ...others: readonly string[]
): readonly string[] {
  const isUsd = column.endsWith('_usd');
  const value = (isUsd ? nanocentsOfUsd : lamportsOfSol)(type, column, ...others);
  const name = `${column.slice(0, -4)}${isUsd ? '_nanocents' : '_lamports'}`;
  return [
    `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${type} USING ${value}`,
    `ALTER TABLE ${table} RENAME COLUMN ${column} TO ${name}`,
  ];
}

export function upgradeStatements(version: number): string[] {
  const statements = Object.entries(upgrades).flatMap(([from, each]) =>
    Number(from) >= version ? each : [],
  );
  const isUpdate = (sql: string): boolean => sql.startsWith('UPDATE ');
  // DuckDB refuses to alter a table whose rows the same transaction has updated.
  return [
    ...statements.filter((sql) => !isUpdate(sql)),
    ...statements.filter(isUpdate),
    `UPDATE store_version SET version = ${storeVersion}`,
  ];
}
