import type { DuckDBConnection } from '@duckdb/node-api';
import type { Store } from '../store/store.ts';
import { type InvalidPoolEntry, readPoolFile } from './poolFile.ts';
import { PoolImport } from './poolImport.ts';

export interface PoolImportResult {
  /** Pools taken in, each counted once. */
  readonly pools: number;
  /** Entries that are no pools. */
  readonly invalidEntries: number;
  /** In words, when the file ends before its list does; what came before is taken in. */
  readonly truncation: string | null;
}

/**
 * Takes a file of pools (`readPoolFile`) into the store, all of it at once at the end. Memory does
 * not grow with the file. Throws a MarketError where the file holds no list, or the store fails;
 * an abort leaves the store as it was.
 */
export function importPools(
  store: Store,
  path: string,
  onFault: (fault: InvalidPoolEntry) => void = () => undefined,
  signal?: AbortSignal,
): Promise<PoolImportResult> {
  return store.write(async (connection) => {
    const restoreMemory = await limitMemory(connection);
    const pools = await PoolImport.begin(connection);
    let faults = 0;
    let cutOff: string | null = null;
    try {
      for await (const batch of readPoolFile(path)) {
        signal?.throwIfAborted();
        pools.add(batch.pools);
        faults += batch.invalidEntries.length;
        for (const fault of batch.invalidEntries) onFault(fault);
        cutOff ??= batch.truncation;
      }
      return { pools: await pools.finish(), invalidEntries: faults, truncation: cutOff };
    } catch (error) {
      await pools.cancel();
      throw error;
    } finally {
      await restoreMemory();
    }
  });
}

/** Beyond this DuckDB spills to files beside the store. */
const importMemoryLimit = '320MB';

/** Bounds DuckDB's memory for a store in a file; one in memory has nowhere else to go. */
export async function limitMemory(
  connection: DuckDBConnection,
  memory = importMemoryLimit,
): Promise<() => Promise<void>> {
  const result = await connection.runAndReadAll(
    `SELECT current_setting('memory_limit'), path FROM duckdb_databases()
     WHERE database_name = current_database()`,
  );
  const [former, path] = result.getRows()[0] ?? [];
  if (path === null || path === undefined) return () => Promise.resolve();
  await connection.run(`SET memory_limit = '${memory}'`);
  return async () => {
    await connection.run(`SET memory_limit = '${String(former)}'`);
  };
}
