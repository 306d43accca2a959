import type { DuckDBConnection } from '@duckdb/node-api';
import type { ImportedPool } from '../marketCache/poolFile.ts';
import { runQuery } from './query.ts';
import type { StoreWriters } from './storeWriters.ts';

/** Pools written at once: memory stays the same whatever the size of a file. */
const poolsPerBatch = 10_000;

/** Gathers pools into batches; of one that comes twice in a batch, the later stays. */
export async function* batchPools(
  pools: AsyncIterable<ImportedPool>,
): AsyncGenerator<readonly ImportedPool[]> {
  let batch = new Map<string, ImportedPool>();
  for await (const pool of pools) {
    batch.set(`${pool.pool} ${pool.isAggregator}`, pool);
    if (batch.size < poolsPerBatch) continue;
    yield [...batch.values()];
    batch = new Map();
  }
  if (batch.size > 0) yield [...batch.values()];
}

/** Replaces the pools' rows, inside the caller's transaction; the writer is flushed by the caller. */
export async function replacePools(
  connection: DuckDBConnection,
  writer: StoreWriters['importedPools'],
  pools: readonly ImportedPool[],
): Promise<void> {
  for (const isAggregator of [true, false]) {
    const replaced = pools.filter((row) => row.isAggregator === isAggregator);
    if (replaced.length === 0) continue;
    await runQuery(
      connection,
      `DELETE FROM imported_pools
       WHERE is_aggregator = $kind AND pool IN (SELECT unnest($pools))`,
      { kind: Number(isAggregator), pools: replaced.map(({ pool }) => pool) },
    );
  }
  for (const row of pools) {
    writer.add({
      pool: row.pool,
      program: row.program,
      mint_a: row.mintA,
      mint_b: row.mintB,
      vault_a: row.vaultA,
      vault_b: row.vaultB,
      lookup_table: row.lookupTable,
      parameters: JSON.stringify(row.parameters),
      is_aggregator: Number(row.isAggregator),
    });
  }
}
