import { rm } from 'node:fs/promises';
import { MarketError } from '../../api/marketError.ts';
import { type ImportedPool, poolParameters } from '../pools/parsePoolEntry.ts';
import { type IndexedPool, PoolList } from '../pools/poolList.ts';
import { inMemoryPath } from '../store/duckdb/database/database.ts';
import { storeHolder } from '../store/duckdb/database/storeFile.ts';
import { PoolTable, type PoolTableFill } from '../store/duckdb/poolTable.ts';
import { isOtherSource } from '../store/storeSource.ts';

export interface PoolChunk {
  readonly pools: readonly ImportedPool[];
  readonly invalidEntries: number;
  /** True if the pools are from earlier chunks, repeated with fields that were missing there. */
  readonly isRepetition?: boolean;
}

/** A persistent table of pools that is always filled as a whole. */
export class PoolIndex {
  readonly #table: PoolTable;
  #lastFill: PoolTableFill | null;
  #list: Promise<PoolList> | null = null;
  #arriving: PoolList | null = null;

  private constructor(table: PoolTable, lastFill: PoolTableFill | null) {
    this.#table = table;
    this.#lastFill = lastFill;
  }

  /**
   * Opens the table. Replaces a damaged file; if the file is in use or the disk is full, opens the
   * table in memory. Throws a MarketError if the file is a store with other contents.
   */
  static async open(path: string): Promise<PoolIndex> {
    try {
      return await PoolIndex.#openTable(path);
    } catch (error) {
      if (path === inMemoryPath || !MarketError.is(error) || isOtherSource(error)) throw error;
      return storeHolder(error) !== null
        ? await PoolIndex.open(inMemoryPath)
        : await PoolIndex.#replace(path).catch(() => PoolIndex.open(inMemoryPath));
    }
  }

  static async #replace(path: string): Promise<PoolIndex> {
    for (const file of [path, `${path}.wal`]) await rm(file, { force: true });
    return await PoolIndex.#openTable(path);
  }

  static async #openTable(path: string): Promise<PoolIndex> {
    const table = await PoolTable.open(path);
    return new PoolIndex(table, await table.lastFill());
  }

  get filling(): PoolTableFill | null {
    return this.#lastFill;
  }

  /** Pools received so far by a running fill; otherwise `null`. */
  get arriving(): PoolList | null {
    return this.#arriving;
  }

  /** Replaces all pools at the end; a failure or an abort leaves the table unchanged. */
  async fill(
    parts: AsyncIterable<PoolChunk>,
    atMilliseconds: number,
    signal?: AbortSignal,
  ): Promise<PoolTableFill> {
    const list = new PoolList();
    let hasRepetition = false;
    try {
      const { pools, ...filling } = await this.#table.fill(atMilliseconds, async (added) => {
        this.#arriving = list;
        let invalidEntries = 0;
        for await (const part of parts) {
          signal?.throwIfAborted();
          added.add(part.pools);
          if (part.isRepetition === true) hasRepetition = true;
          else list.add(part.pools);
          invalidEntries += part.invalidEntries;
        }
        return invalidEntries;
      });
      this.#lastFill = filling;
      // Repeated pools are merged in the table, so the list must be read from it.
      const isWhole = !hasRepetition && list.count === pools;
      this.#list = isWhole ? Promise.resolve(list) : null;
      return filling;
    } finally {
      if (this.#arriving === list) this.#arriving = null;
    }
  }

  /** All pools in memory; read from the table on first use and cached until the next fill. */
  async list(): Promise<PoolList> {
    this.#list ??= this.#read();
    try {
      return await this.#list;
    } catch (error) {
      this.#list = null;
      throw error;
    }
  }

  async find(
    pool: string,
    signal?: AbortSignal,
  ): Promise<(IndexedPool & { readonly parameters: Readonly<Record<string, unknown>> }) | null> {
    const row = await this.#table.find(pool, { signal });
    return row === null ? null : { ...row, parameters: poolParameters(row) };
  }

  async close(): Promise<void> {
    await this.#list?.catch(() => undefined);
    await this.#table.close();
  }

  async #read(): Promise<PoolList> {
    const list = new PoolList();
    for await (const pools of this.#table.pages()) list.add(pools);
    return list;
  }
}
