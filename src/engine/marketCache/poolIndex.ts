import { rm } from 'node:fs/promises';
import { parseJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import { inMemoryPath } from '../store/duckdb/database.ts';
import { DuckDbStore as Store } from '../store/duckdb/duckdbStore.ts';
import type { ColumnValues } from '../store/duckdb/query.ts';
import { defaultRetention } from '../store/duckdb/retention.ts';
import { isStoreLocked } from '../store/duckdb/storeFile.ts';
import { isOtherSource, type StoreSource } from '../store/duckdb/storeSource.ts';
import { type ImportedPool, poolParameters } from './parsePoolEntry.ts';
import { PoolImport } from './poolImport.ts';
import { type IndexedPool, PoolList } from './poolList.ts';

export interface PoolChunk {
  readonly pools: readonly ImportedPool[];
  readonly invalidEntries: number;
}

export interface PoolIndexFill {
  readonly atMilliseconds: number;
  readonly invalidEntries: number;
}

const rowColumns = 'pool, program, mint_a, mint_b, lookup_table, is_aggregator';
/** Less than for an import, which has the process to itself. */
const fillMemoryLimit = '192MB';
const pageRows = 8_192;

const poolsOfConnection: StoreSource = { kind: 'pools', chain: '' };

/** A table of pools that is filled as a whole, and outlasts a session. */
export class PoolIndex {
  readonly #store: Store;
  #lastFill: PoolIndexFill | null;
  #list: Promise<PoolList> | null = null;

  private constructor(store: Store, lastFill: PoolIndexFill | null) {
    this.#store = store;
    this.#lastFill = lastFill;
  }

  /**
   * Opens a refillable table: a damaged file is replaced; one in use, or on a full disk, gives way to
   * memory. Throws a MarketError for a store of anything else.
   */
  static async open(path: string): Promise<PoolIndex> {
    try {
      return await PoolIndex.#create(await Store.open(path, defaultRetention, poolsOfConnection));
    } catch (error) {
      if (path === inMemoryPath || !MarketError.is(error) || isOtherSource(error)) throw error;
      return isStoreLocked(error)
        ? await PoolIndex.open(inMemoryPath)
        : await PoolIndex.#replace(path).catch(() => PoolIndex.open(inMemoryPath));
    }
  }

  static async #replace(path: string): Promise<PoolIndex> {
    for (const file of [path, `${path}.wal`]) await rm(file, { force: true });
    return await PoolIndex.#create(await Store.open(path, defaultRetention, poolsOfConnection));
  }

  static async #create(store: Store): Promise<PoolIndex> {
    await store.write((connection) =>
      connection.run(
        `CREATE TABLE IF NOT EXISTS pool_filling
         (at_milliseconds UBIGINT NOT NULL, faults UINTEGER NOT NULL)`,
      ),
    );
    const [times = [], faults = []] = await store.query('SELECT * FROM pool_filling');
    const filling =
      times.length === 0
        ? null
        : { atMilliseconds: Number(times[0]), invalidEntries: Number(faults[0]) };
    return new PoolIndex(store, filling);
  }

  /** `null` when it never was filled. */
  get filling(): PoolIndexFill | null {
    return this.#lastFill;
  }

  /** Replaces all pools at the end; a failure or an abort leaves the table as it was. */
  async fill(
    parts: AsyncIterable<PoolChunk>,
    atMilliseconds: number,
    signal?: AbortSignal,
  ): Promise<PoolIndexFill> {
    const filling = await this.#store.write(async (connection) => {
      let invalidEntries = 0;
      const options = { memoryLimit: fillMemoryLimit, isReplacing: true };
      await PoolImport.run(connection, options, async (added) => {
        for await (const part of parts) {
          signal?.throwIfAborted();
          added.add(part.pools);
          invalidEntries += part.invalidEntries;
        }
        await connection.run('DELETE FROM pool_filling');
        await connection.run('INSERT INTO pool_filling VALUES ($at, $faults)', {
          at: BigInt(Math.round(atMilliseconds)),
          faults: invalidEntries,
        });
      });
      return { atMilliseconds, invalidEntries };
    });
    this.#lastFill = filling;
    this.#list = null;
    return filling;
  }

  /** All pools, in memory: read from the table when somebody wants it, and kept until it changes. */
  async list(): Promise<PoolList> {
    this.#list ??= this.#read();
    try {
      return await this.#list;
    } catch (error) {
      this.#list = null;
      throw error;
    }
  }

  /** One pool with its parameters; `null` where it is not in the table. */
  async find(
    pool: string,
    signal?: AbortSignal,
  ): Promise<(IndexedPool & { readonly parameters: Readonly<Record<string, unknown>> }) | null> {
    const values = await this.#store.query(
      `SELECT ${rowColumns}, parameters FROM imported_pools WHERE pool = $pool LIMIT 1`,
      { pool },
      { signal },
    );
    const [row] = toIndexedPools(values);
    if (row === undefined) return null;
    // A text that `poolImport.ts` wrote itself.
    const parameters = parseJson(String(values[6]?.[0] ?? '{}')) as ImportedPool['parameters'];
    return { ...row, parameters: poolParameters({ ...row, parameters }) };
  }

  async close(): Promise<void> {
    await this.#list?.catch(() => undefined);
    await this.#store.close();
  }

  async #read(): Promise<PoolList> {
    const list = new PoolList();
    let from = 0;
    while (true) {
      // Positions have gaps where a pool came twice.
      const rows = toIndexedPools(
        await this.#store.query(
          `SELECT ${rowColumns} FROM imported_pools
           WHERE position >= $from AND position < $to ORDER BY position`,
          { from, to: from + pageRows },
        ),
      );
      list.add(rows);
      from += pageRows;
      if (rows.length > 0) continue;
      const [[next] = []] = await this.#store.query(
        'SELECT min(position) FROM imported_pools WHERE position >= $from',
        { from },
      );
      if (next === null || next === undefined) return list;
      from = Number(next);
    }
  }
}

function toIndexedPools(values: ColumnValues): IndexedPool[] {
  const [pools = [], programs, mintsA, mintsB, lookupTables, aggregators] = values;
  return pools.map((pool, row) => ({
    pool: String(pool),
    program: String(programs?.[row]),
    mintA: String(mintsA?.[row]),
    mintB: String(mintsB?.[row]),
    lookupTable: String(lookupTables?.[row]),
    isAggregator: aggregators?.[row] === 1,
  }));
}
