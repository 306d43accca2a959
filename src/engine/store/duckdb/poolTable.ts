import { parseJson } from '../../../api/json.ts';
import type { ImportedPool } from '../../pools/parsePoolEntry.ts';
import type { IndexedPool } from '../../pools/poolList.ts';
import type { PoolSink } from '../poolWriter.ts';
import type { QueryOptions } from '../reads/queryOptions.ts';
import type { StoreSource } from '../storeSource.ts';
import type { ColumnValues } from './database/query.ts';
import { DuckDbStore } from './duckdbStore.ts';
import { PoolImport } from './poolImport.ts';
import { defaultRetention } from './retention.ts';

export interface PoolTableFill {
  readonly atMilliseconds: number;
  readonly invalidEntries: number;
}

const rowColumns = 'pool, program, mint_a, mint_b, lookup_table, is_aggregator';
/** Less than for an import, which has the process to itself; most rows go straight to disk. */
const fillMemoryLimits = { memoryLimit: '96MB', mergeMemoryLimit: '192MB' } as const;
const pageRows = 8_192;

const poolsOfConnection: StoreSource = { kind: 'pools', chain: '' };

/** A store with pools only, always filled as a whole. */
export class PoolTable {
  readonly #store: DuckDbStore;

  private constructor(store: DuckDbStore) {
    this.#store = store;
  }

  /** `path`: a file or `:memory:`. Throws a MarketError (see `DuckDbStore.open`). */
  static async open(path: string): Promise<PoolTable> {
    const store = await DuckDbStore.open(path, defaultRetention, poolsOfConnection);
    await store.write((connection) =>
      connection.run(
        `CREATE TABLE IF NOT EXISTS pool_filling
         (at_milliseconds UBIGINT NOT NULL, faults UINTEGER NOT NULL)`,
      ),
    );
    return new PoolTable(store);
  }

  async lastFill(): Promise<PoolTableFill | null> {
    const [[time] = [], [faults] = []] = await this.#store.query('SELECT * FROM pool_filling');
    return time === undefined
      ? null
      : { atMilliseconds: Number(time), invalidEntries: Number(faults) };
  }

  /** `fill` returns the number of invalid entries. If it fails, the table stays unchanged. */
  async fill(
    atMilliseconds: number,
    fill: (pools: PoolSink) => Promise<number>,
  ): Promise<PoolTableFill & { readonly pools: number }> {
    return await this.#store.write(async (connection) => {
      let invalidEntries = 0;
      const options = { ...fillMemoryLimits, isReplacing: true };
      const pools = await PoolImport.run(connection, options, async (added) => {
        invalidEntries = await fill(added);
        await connection.run('DELETE FROM pool_filling');
        await connection.run('INSERT INTO pool_filling VALUES ($at, $faults)', {
          at: BigInt(Math.round(atMilliseconds)),
          faults: invalidEntries,
        });
      });
      return { atMilliseconds, invalidEntries, pools };
    });
  }

  async find(
    pool: string,
    options?: QueryOptions,
  ): Promise<(IndexedPool & Pick<ImportedPool, 'parameters'>) | null> {
    const values = await this.#store.query(
      `SELECT ${rowColumns}, parameters FROM imported_pools WHERE pool = $pool LIMIT 1`,
      { pool },
      options,
    );
    const [row] = toIndexedPools(values);
    if (row === undefined) return null;
    // `poolImport.ts` wrote this text.
    const parameters = parseJson(String(values[6]?.[0] ?? '{}')) as ImportedPool['parameters'];
    return { ...row, parameters };
  }

  /** All pools in order of arrival, in pages. */
  async *pages(): AsyncGenerator<readonly IndexedPool[]> {
    let from = 0;
    while (true) {
      // Merged duplicates leave gaps in the positions.
      const rows = toIndexedPools(
        await this.#store.query(
          `SELECT ${rowColumns} FROM imported_pools
           WHERE position >= $from AND position < $to ORDER BY position`,
          { from, to: from + pageRows },
        ),
      );
      yield rows;
      from += pageRows;
      if (rows.length > 0) continue;
      const [[next] = []] = await this.#store.query(
        'SELECT min(position) FROM imported_pools WHERE position >= $from',
        { from },
      );
      if (next === null || next === undefined) return;
      from = Number(next);
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
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
