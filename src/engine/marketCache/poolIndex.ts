import { rm } from 'node:fs/promises';
import { MarketError } from '../../api/marketError.ts';
import { type ImportedPool, poolParameters } from '../pools/parsePoolEntry.ts';
import { type IndexedPool, PoolList } from '../pools/poolList.ts';
import { inMemoryPath } from '../store/duckdb/database/database.ts';
import { isStoreLocked } from '../store/duckdb/database/storeFile.ts';
import { PoolTable, type PoolTableFill } from '../store/duckdb/poolTable.ts';
import { isOtherSource } from '../store/storeSource.ts';

export interface PoolChunk {
  readonly pools: readonly ImportedPool[];
  readonly invalidEntries: number;
  /** Pools of parts before, told again for what they lacked. */
  readonly isRepetition?: boolean;
}

/** A table of pools that is filled as a whole, and outlasts a session. */
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
   * Opens a refillable table: a damaged file is replaced; one in use, or on a full disk, gives way to
   * memory. Throws a MarketError for a store of anything else.
   */
  static async open(path: string): Promise<PoolIndex> {
    try {
      return await PoolIndex.#openTable(path);
    } catch (error) {
      if (path === inMemoryPath || !MarketError.is(error) || isOtherSource(error)) throw error;
      return isStoreLocked(error)
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

  /** `null` when it never was filled. */
  get filling(): PoolTableFill | null {
    return this.#lastFill;
  }

  /** What has come so far of a fill under way; `null` at other times. */
  get arriving(): PoolList | null {
    return this.#arriving;
  }

  /** Replaces all pools at the end; a failure or an abort leaves the table as it was. */
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
      // Where pools came twice, only the table knows what became of them.
      const isWhole = !hasRepetition && list.count === pools;
      this.#list = isWhole ? Promise.resolve(list) : null;
      return filling;
    } finally {
      if (this.#arriving === list) this.#arriving = null;
    }
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
