import type { DuckDBInstance } from '@duckdb/node-api';

/**
 * DuckDB keeps 240 bytes of each buffer that statements have used, also when the buffer is gone, until it
 * needs memory or many thousands have come together (its pull request 23289): 30 MB after half an hour of
 * reading. A limit that cannot be met makes it look through them, in a tenth of a second. It evicts pages
 * of a file, too, which come back from the system's page cache.
 *
 * `memory_limit` then reads as if it had been set, and is to be set again.
 */
export async function evictBuffers(instance: DuckDBInstance): Promise<void> {
  const holding = await instance.connect();
  const setting = await instance.connect();
  try {
    // A scan that is not over holds memory, so that the limit is refused, whatever the store holds. Were
    // it met, statements would fail until the next one is set.
    const scan = await holding.stream('FROM range(10_000)');
    await scan.fetchChunk();
    await setting.run("SET memory_limit = '1B'").catch(() => undefined);
    await scan.fetchChunk();
  } finally {
    holding.closeSync();
    setting.closeSync();
  }
}
