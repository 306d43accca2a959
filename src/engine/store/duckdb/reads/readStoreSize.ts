import { stat } from 'node:fs/promises';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { StoreSize } from '../../storeReader.ts';
import { inMemoryPath } from '../database/database.ts';
import type { ReadContext } from '../database/readContext.ts';

/** Size of the file and its log, or of memory. */
export async function readStoreSize(
  store: ReadContext,
  path: string,
  options?: QueryOptions,
): Promise<StoreSize> {
  const number = async (sql: string): Promise<number> => {
    const [[value] = []] = await store.query(sql, {}, options);
    return Number(value ?? 0);
  };
  return {
    rows: await number('SELECT sum(estimated_size)::DOUBLE FROM duckdb_tables()'),
    bytes:
      path === inMemoryPath
        ? await number('SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()')
        : (await sizeOf(path)) + (await sizeOf(`${path}.wal`)),
  };
}

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => null))?.size ?? 0;
