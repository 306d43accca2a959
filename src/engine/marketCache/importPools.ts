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
    let invalidEntries = 0;
    let truncation: string | null = null;
    const pools = await PoolImport.run(connection, { memoryLimit: '320MB' }, async (added) => {
      for await (const batch of readPoolFile(path)) {
        signal?.throwIfAborted();
        added.add(batch.pools);
        invalidEntries += batch.invalidEntries.length;
        for (const fault of batch.invalidEntries) onFault(fault);
        truncation ??= batch.truncation;
      }
    });
    return { pools, invalidEntries, truncation };
  });
}
