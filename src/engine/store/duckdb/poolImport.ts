import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  UINTEGER,
  UTINYINT,
  VARCHAR,
} from '@duckdb/node-api';
import { stringifyJson } from '../../../api/json.ts';
import type { ImportedPool } from '../../pools/parsePoolEntry.ts';
import type { PoolSink } from '../poolWriter.ts';
import { limitMemory } from './database/limitMemory.ts';
import { inTransaction, queryNumber } from './database/query.ts';

/** Columns of `imported_pools` between `position` (first) and `is_aggregator` (last). */
const textColumns: readonly ((pool: ImportedPool) => string)[] = [
  ({ pool }) => pool,
  ({ program }) => program,
  ({ mintA }) => mintA,
  ({ mintB }) => mintB,
  ({ vaultA }) => vaultA,
  ({ vaultB }) => vaultB,
  ({ lookupTable }) => lookupTable,
  ({ parameters }) => stringifyJson(parameters),
  ({ addresses }) => JSON.stringify(addresses),
];
const types = [UINTEGER, ...textColumns.map(() => VARCHAR), UTINYINT];

/**
 * Rows per chunk. Texts stay in V8's heap until a chunk goes to DuckDB. With a full DuckDB vector,
 * most texts outlive the young generation and pile up as garbage: 100 MB for 300,000 pools.
 */
const chunkRows = 256;
/** Rows per flush: the appender alone buffers ten times as many and writes them in one step. */
const unwrittenRows = 20_480;

export interface PoolImportOptions {
  /** Memory limit of DuckDB, beyond which it spills to files next to the store. */
  readonly memoryLimit: string;
  /** While merging repeated pools, as those aggregates cannot spill; default: `memoryLimit`. */
  readonly mergeMemoryLimit?: string;
  readonly isReplacing?: boolean;
}

export class PoolImport implements PoolSink {
  readonly #connection: DuckDBConnection;
  readonly #appender: DuckDBAppender;
  readonly #firstPosition: number;
  #texts = emptyTexts();
  #aggregators: number[] = [];
  #nextPosition: number;
  #unwritten = 0;

  private constructor(
    connection: DuckDBConnection,
    appender: DuckDBAppender,
    firstPosition: number,
  ) {
    this.#connection = connection;
    this.#appender = appender;
    this.#firstPosition = firstPosition;
    this.#nextPosition = firstPosition;
  }

  /** Runs `fill` in one transaction with bounded memory. Returns the number of pools. */
  static async run(
    connection: DuckDBConnection,
    { memoryLimit, mergeMemoryLimit = memoryLimit, isReplacing = false }: PoolImportOptions,
    fill: (pools: PoolSink) => Promise<void>,
  ): Promise<number> {
    const restoreMemory = await limitMemory(connection, memoryLimit);
    try {
      return await inTransaction(connection, async () => {
        if (isReplacing) await connection.run('DELETE FROM imported_pools');
        const first = await queryNumber(
          connection,
          'SELECT coalesce(max(position) + 1, 0)::UINTEGER FROM imported_pools',
        );
        const appender = await connection.createAppender('imported_pools');
        const pools = new PoolImport(connection, appender, first);
        await fill(pools);
        return await pools.#finish(mergeMemoryLimit);
      });
    } finally {
      await restoreMemory();
    }
  }

  add(pools: readonly ImportedPool[]): void {
    for (const pool of pools) {
      for (const [column, textOf] of textColumns.entries()) this.#texts[column]?.push(textOf(pool));
      this.#aggregators.push(Number(pool.isAggregator));
      if (this.#aggregators.length === chunkRows) this.#flush();
    }
  }

  async #finish(mergeMemoryLimit: string): Promise<number> {
    this.#flush();
    this.#appender.closeSync();
    // Detects duplicates by hash: grouping the texts would need memory for all pools.
    const repeated = await queryNumber(
      this.#connection,
      'SELECT (count(*) - count(DISTINCT hash(pool)))::UINTEGER FROM imported_pools',
    );
    if (repeated > 0) {
      await limitMemory(this.#connection, mergeMemoryLimit);
      for (const statement of mergeStatements) await this.#connection.run(statement);
    }
    return await queryNumber(
      this.#connection,
      `SELECT count(*)::UINTEGER FROM imported_pools WHERE position >= ${this.#firstPosition}`,
    );
  }

  #flush(): void {
    const rows = this.#aggregators.length;
    if (rows === 0) return;
    const chunk = DuckDBDataChunk.create(types, rows);
    const first = this.#nextPosition;
    chunk.setColumnValues(
      0,
      Array.from({ length: rows }, (_, row) => first + row),
    );
    for (const [column, texts] of this.#texts.entries()) chunk.setColumnValues(1 + column, texts);
    chunk.setColumnValues(1 + textColumns.length, this.#aggregators);
    this.#appender.appendDataChunk(chunk);
    this.#nextPosition += rows;
    this.#unwritten += rows;
    if (this.#unwritten >= unwrittenRows) {
      this.#appender.flushSync();
      this.#unwritten = 0;
    }
    this.#texts = emptyTexts();
    this.#aggregators = [];
  }
}

const emptyTexts = (): string[][] => textColumns.map(() => []);

/** True if the newest entry lacks a field that an older one has. */
const lacking = `
  (latest.mint_a = '' AND former.mint_a <> '')
  OR (latest.lookup_table = '' AND former.lookup_table <> '')
  OR (latest.parameters = '{}' AND former.parameters <> '{}')
  OR (latest.addresses = '{}' AND former.addresses <> '{}')
  OR latest.is_aggregator < former.is_aggregator`;

/** Newest known value of a column; `isTold` takes mints and vaults from the same entry. */
const fill = (name: string, isTold: string, otherwise: string): string =>
  `coalesce(max_by(${name}, position) FILTER (WHERE ${isTold}), '${otherwise}') AS ${name}`;

/** In execution order. The connection's next merge replaces the temporary tables. */
const mergeStatements = [
  `CREATE OR REPLACE TEMP TABLE repeated_pools AS
   SELECT pool, max(position) AS kept FROM imported_pools GROUP BY pool HAVING count(*) > 1`,
  `CREATE OR REPLACE TEMP TABLE filled_pools AS
   SELECT
     max(position) AS position, pool, max_by(program, position) AS program,
     ${['mint_a', 'mint_b', 'vault_a', 'vault_b'].map((name) => fill(name, "mint_a <> ''", '')).join(', ')},
     ${fill('lookup_table', "lookup_table <> ''", '')},
     ${['parameters', 'addresses'].map((name) => fill(name, `${name} <> '{}'`, '{}')).join(', ')},
     max(is_aggregator) AS is_aggregator
   FROM imported_pools WHERE pool IN (
     SELECT latest.pool FROM repeated_pools
     JOIN imported_pools AS latest ON latest.pool = repeated_pools.pool AND latest.position = kept
     JOIN imported_pools AS former ON former.pool = repeated_pools.pool AND former.position < kept
     WHERE ${lacking})
   GROUP BY pool`,
  `DELETE FROM imported_pools USING repeated_pools
   WHERE imported_pools.pool = repeated_pools.pool AND imported_pools.position < kept`,
  'DELETE FROM imported_pools WHERE position IN (SELECT position FROM filled_pools)',
  'INSERT INTO imported_pools BY NAME SELECT * FROM filled_pools',
];
