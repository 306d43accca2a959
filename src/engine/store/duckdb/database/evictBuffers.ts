import type { DuckDBInstance } from '@duckdb/node-api';

/**
 * Empties DuckDB's eviction queues. They keep 240 bytes for each buffer that a statement has used,
 * even after the buffer is freed, until DuckDB runs out of memory or a queue has 32,768 entries
 * (its pull requests 10594 and 23289): 30 MB after half an hour of reading. Setting a memory limit
 * that cannot be met empties them within about 0.1 s. This also evicts cached pages of the file,
 * which are read again from the system's page cache.
 *
 * Afterwards the setting `memory_limit` shows the refused value: the caller must set it again.
 * Rejects if DuckDB has run out of memory.
 */
export async function evictBuffers(instance: DuckDBInstance): Promise<void> {
  const holding = await instance.connect();
  const setting = await instance.connect();
  try {
    // An unfinished scan holds memory, so DuckDB refuses the limit even for an empty store. If it
    // accepted the limit, other statements would fail until the former one is set again.
    const scan = await holding.stream('FROM range(10_000)');
    await scan.fetchChunk();
    await setting.run("SET memory_limit = '1B'").catch(() => undefined);
    await scan.fetchChunk();
  } finally {
    holding.closeSync();
    setting.closeSync();
  }
}
