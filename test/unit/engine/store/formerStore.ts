import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';

const toDouble = (table: string, column: string): string[] => {
  const isUsd = column.endsWith('nanocents');
  const former = column.replace('nanocents', 'usd').replace('lamports', 'sol');
  return [
    `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE DOUBLE USING ${column} / ${isUsd ? 1e11 : 1e9}`,
    `ALTER TABLE ${table} RENAME COLUMN ${column} TO ${former}`,
  ];
};

const downgrades: Readonly<Record<number, readonly string[]>> = {
  7: [
    'hour_totals',
    'hour_wallets',
    'hour_routes',
    'hour_credits',
    'hour_trades',
    'summed_hours',
  ].map((table) => `DROP TABLE ${table}`),
  6: [
    ...['transactions', 'credits'].flatMap((table) =>
      ['revenues_nanocents', 'profits_nanocents', 'volume_nanocents'].flatMap((column) =>
        toDouble(table, column),
      ),
    ),
    ...toDouble('transactions', 'net_gains_lamports'),
    ...toDouble('transactions', 'volume_lamports'),
    ...toDouble('failures', 'net_gains_lamports'),
    ...toDouble('failures', 'profits_nanocents'),
    ...toDouble('trades', 'volume_nanocents'),
    'ALTER TABLE transactions DROP COLUMN sol_price',
  ],
  5: [
    'ALTER TABLE transactions DROP COLUMN durable_nonce',
    'ALTER TABLE failures DROP COLUMN durable_nonce',
    'ALTER TABLE failures DROP COLUMN tried',
    'DROP TABLE tried_stops',
  ],
  4: [
    'ALTER TABLE store_version DROP COLUMN identity',
    'ALTER TABLE transactions DROP COLUMN number',
    'DROP TABLE stops',
  ],
  3: [
    'ALTER TABLE store_version DROP COLUMN source',
    'ALTER TABLE store_version DROP COLUMN chain',
    'ALTER TABLE pools DROP COLUMN lookup_table_slot',
    'ALTER TABLE pools DROP COLUMN swap_slot',
    'ALTER TABLE vaults DROP COLUMN slot',
  ],
};

export async function makeFormerStore(file: string, version: 3 | 4 | 5 | 6 | 7): Promise<void> {
  const store = await DuckDbStore.open(file);
  await store.write((connection) => runDowngrades(connection, version));
  // Closing fails, as the removed columns cannot be written.
  await store.close().catch(() => undefined);
}

async function runDowngrades(connection: DuckDBConnection, version: number): Promise<void> {
  for (const [made, statements] of Object.entries(downgrades).reverse()) {
    if (Number(made) < version) continue;
    for (const sql of statements) await connection.run(sql);
  }
  await connection.run(`UPDATE store_version SET version = ${version}`);
}
