import { rm } from 'node:fs/promises';
import { MarketError } from '../../interface/marketError.ts';
import { parseWire } from '../../interface/wire.ts';
import { inMemory, isStoreLocked } from '../store/database.ts';
import type { ColumnValues, QueryValues } from '../store/query.ts';
import { Store } from '../store/store.ts';
import { boundMemory } from './importPools.ts';
import type { ImportedPool } from './poolEntry.ts';
import { PoolImport } from './poolTable.ts';

/** A pool in a list. Empty text where nothing tells. */
export interface IndexedPool {
  readonly pool: string;
  readonly program: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly lookupTable: string;
  readonly isAggregator: boolean;
}

export interface PoolIndexFilter {
  readonly program?: string;
  /** On either side. */
  readonly mint?: string;
  /** Both sides are among these. */
  readonly mints?: readonly string[];
  readonly onlyAggregator?: boolean;
}

/** What a pool must match in one of its addresses, or in one of its mints. */
export interface PoolTerm {
  readonly begin: string;
  /** Empty: any end. */
  readonly end: string;
  readonly mints: readonly string[];
}

/** A part of what a pool table is filled with. */
export interface PoolPart {
  readonly pools: readonly ImportedPool[];
  /** Entries that are no pools. */
  readonly faults: number;
}

/** When the table was filled, and what was left out. */
export interface PoolFilling {
  readonly atMilliseconds: number;
  readonly faults: number;
}

const rowColumns = 'pool, program, mint_a, mint_b, lookup_table, is_aggregator';

/** A table of pools that is filled as a whole and looked up by page and by search. */
export class PoolIndex {
  readonly #store: Store;
  #filling: PoolFilling | null;

  private constructor(store: Store, filling: PoolFilling | null) {
    this.#store = store;
    this.#filling = filling;
  }

  /**
   * Opens the table of a file, or one in memory. It can be filled again, so a file that is damaged
   * or of another version is replaced, and where another process has it, memory takes its place.
   */
  static async open(path: string): Promise<PoolIndex> {
    try {
      return await PoolIndex.#over(await Store.open(path));
    } catch (error) {
      if (path === inMemory || !MarketError.is(error)) throw error;
      if (isStoreLocked(error)) return await PoolIndex.open(inMemory);
      for (const file of [path, `${path}.wal`]) await rm(file, { force: true });
      return await PoolIndex.#over(await Store.open(path));
    }
  }

  static async #over(store: Store): Promise<PoolIndex> {
    await store.write((connection) =>
      connection.run(
        `CREATE TABLE IF NOT EXISTS pool_filling
         (at_milliseconds UBIGINT NOT NULL, faults UINTEGER NOT NULL)`,
      ),
    );
    const [times = [], faults = []] = await store.query('SELECT * FROM pool_filling');
    const filling =
      times.length === 0 ? null : { atMilliseconds: Number(times[0]), faults: Number(faults[0]) };
    return new PoolIndex(store, filling);
  }

  /** `null` when it never was filled. */
  get filling(): PoolFilling | null {
    return this.#filling;
  }

  /**
   * Puts the pools in place of those that were there, all at once at the end; a failure or an abort
   * leaves the table as it was. Memory does not grow with their number.
   */
  async fill(
    parts: AsyncIterable<PoolPart>,
    atMilliseconds: number,
    signal?: AbortSignal,
  ): Promise<PoolFilling> {
    const filling = await this.#store.write(async (connection) => {
      const restoreMemory = await boundMemory(connection);
      const filled = await PoolImport.begin(connection, true);
      let faults = 0;
      try {
        for await (const part of parts) {
          signal?.throwIfAborted();
          filled.add(part.pools);
          faults += part.faults;
        }
        await connection.run('DELETE FROM pool_filling');
        await connection.run('INSERT INTO pool_filling VALUES ($at, $faults)', {
          at: BigInt(Math.round(atMilliseconds)),
          faults,
        });
        await filled.finish();
        return { atMilliseconds, faults };
      } catch (error) {
        await filled.cancel();
        throw error;
      } finally {
        await restoreMemory();
      }
    });
    this.#filling = filling;
    return filling;
  }

  /** Pools that the filter lets through, by program, the largest first. */
  async programs(
    filter: PoolIndexFilter,
    signal?: AbortSignal,
  ): Promise<{ readonly program: string; readonly pools: number }[]> {
    const { where, values } = conditions(filter);
    const [programs = [], counts = []] = await this.#store.query(
      `SELECT program, count(*) FROM imported_pools WHERE ${where}
       GROUP BY program ORDER BY count(*) DESC, program`,
      values,
      { signal },
    );
    return programs.map((program, row) => ({
      program: String(program),
      pools: Number(counts[row]),
    }));
  }

  /** In the order in which they came. */
  async page(
    filter: PoolIndexFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<IndexedPool[]> {
    const { where, values } = conditions(filter);
    return rowsOf(
      await this.#store.query(
        `SELECT ${rowColumns} FROM imported_pools WHERE ${where}
         ORDER BY position LIMIT $limit OFFSET $offset`,
        { ...values, limit, offset },
        { signal },
      ),
    );
  }

  /** Pools that match every term; those whose own address does come first, then by their mints. */
  async search(
    terms: readonly PoolTerm[],
    filter: PoolIndexFilter,
    limit: number,
    signal?: AbortSignal,
  ): Promise<IndexedPool[]> {
    const { where, values } = conditions(filter);
    const all: Record<string, QueryValues[string]> = { ...values, limit };
    const matches = terms.map((term, index) => {
      all[`begin${index}`] = term.begin;
      if (term.end !== '') all[`end${index}`] = term.end;
      if (term.mints.length > 0) all[`mints${index}`] = term.mints;
      return matchOf(term, index);
    });
    const first = terms[0] === undefined ? 'false' : addressMatch('pool', terms[0], 0);
    const second = terms[0] === undefined ? 'false' : mintMatch(terms[0], 0);
    return rowsOf(
      await this.#store.query(
        `SELECT ${rowColumns} FROM imported_pools
         WHERE ${[where, ...matches].join(' AND ')}
         ORDER BY CASE WHEN ${first} THEN 0 WHEN ${second} THEN 1 ELSE 2 END, position
         LIMIT $limit`,
        all,
        { signal },
      ),
    );
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
    const [row] = rowsOf(values);
    if (row === undefined) return null;
    // A text that `poolTable.ts` wrote itself.
    const parameters = parseWire(String(values[6]?.[0] ?? '{}'));
    return { ...row, parameters: parameters as Readonly<Record<string, unknown>> };
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

function conditions({ program, mint, mints, onlyAggregator = false }: PoolIndexFilter): {
  readonly where: string;
  readonly values: QueryValues;
} {
  const parts = ['true'];
  if (program !== undefined) parts.push('program = $program');
  if (mint !== undefined) parts.push('(mint_a = $mint OR mint_b = $mint)');
  if (mints !== undefined) {
    parts.push('list_contains($mints, mint_a) AND list_contains($mints, mint_b)');
  }
  if (onlyAggregator) parts.push('is_aggregator = 1');
  return {
    where: parts.join(' AND '),
    values: {
      ...(program === undefined ? {} : { program }),
      ...(mint === undefined ? {} : { mint }),
      ...(mints === undefined ? {} : { mints: [...mints] }),
    },
  };
}

const addressMatch = (column: string, { end }: PoolTerm, index: number): string =>
  end === ''
    ? `starts_with(${column}, $begin${index})`
    : `(starts_with(${column}, $begin${index}) AND suffix(${column}, $end${index}))`;

const mintMatch = (term: PoolTerm, index: number): string =>
  ['mint_a', 'mint_b']
    .flatMap((column) => [
      addressMatch(column, term, index),
      ...(term.mints.length > 0 ? [`list_contains($mints${index}, ${column})`] : []),
    ])
    .join(' OR ');

const matchOf = (term: PoolTerm, index: number): string =>
  `(${addressMatch('pool', term, index)} OR ${addressMatch('program', term, index)} OR ${mintMatch(term, index)})`;

function rowsOf(values: ColumnValues): IndexedPool[] {
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
