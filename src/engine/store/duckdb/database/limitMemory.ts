import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * Limits DuckDB's memory for a store in a file; a store in memory cannot spill. The writing
 * connection must be free until the returned function has restored the former limit.
 */
export async function limitMemory(
  connection: DuckDBConnection,
  memory: string,
): Promise<() => Promise<void>> {
  const result = await connection.runAndReadAll(
    `SELECT current_setting('memory_limit'), path FROM duckdb_databases()
     WHERE database_name = current_database()`,
  );
  const [former, path] = result.getRows()[0] ?? [];
  if (path === null || path === undefined) return () => Promise.resolve();
  await connection.run(`SET memory_limit = '${memory}'`);
  return async () => {
    // The work is committed by now. DuckDB refuses a limit below what it has in memory.
    await connection.run(`SET memory_limit = '${String(former)}'`).catch(() => undefined);
  };
}
