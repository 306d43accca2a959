import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBValue,
  UINTEGER,
  UTINYINT,
  VARCHAR,
} from '@duckdb/node-api';
import { stringifyJson } from '../../api/json.ts';
import { queryNumber } from '../store/query.ts';
import type { ImportedPool } from './parsePoolEntry.ts';

/** Columns of the table `imported_pools` behind its first, `position`. */
const columns = [
  'pool',
  'program',
  'mint_a',
  'mint_b',
  'vault_a',
  'vault_b',
  'lookup_table',
  'parameters',
  'addresses',
] as const;

const types = [UINTEGER, ...columns.map(() => VARCHAR), UTINYINT];

/** Rows of a DuckDB vector. */
const chunkRows = 2_048;

/**
 * Adds pools to the table in one transaction of the writing connection, which belongs to it until
 * `finish` or `cancel`: a break in between changes nothing.
 */
export class PoolImport {
  readonly #connection: DuckDBConnection;
  readonly #appender: DuckDBAppender;
  readonly #firstPosition: number;
  #rows: DuckDBValue[][] = types.map(() => []);
  #nextPosition: number;

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

  /** `isReplacing`: the pools that were there are gone when this is finished. */
  static async begin(connection: DuckDBConnection, isReplacing = false): Promise<PoolImport> {
    await connection.run('BEGIN');
    if (isReplacing) await connection.run('DELETE FROM imported_pools');
    const first = await queryNumber(
      connection,
      'SELECT coalesce(max(position) + 1, 0)::UINTEGER FROM imported_pools',
    );
    return new PoolImport(connection, await connection.createAppender('imported_pools'), first);
  }

  add(pools: readonly ImportedPool[]): void {
    for (const pool of pools) {
      const row: DuckDBValue[] = [
        this.#nextPosition++,
        pool.pool,
        pool.program,
        pool.mintA,
        pool.mintB,
        pool.vaultA,
        pool.vaultB,
        pool.lookupTable,
        stringifyJson(pool.parameters),
        JSON.stringify(pool.addresses),
        Number(pool.isAggregator),
      ];
      row.forEach((value, column) => {
        this.#rows[column]?.push(value);
      });
      if (this.#rows[0]?.length === chunkRows) this.#flush();
    }
  }

  /**
   * Leaves each pool once: the newest entry counts, and takes from those before what it does not
   * tell itself; a table of pools has no parameters, the aggregator's cache often no mints. Returns
   * how many pools came, each counted once.
   */
  async finish(): Promise<number> {
    this.#flush();
    this.#appender.closeSync();
    for (const statement of mergeStatements) await this.#connection.run(statement);
    const pools = await queryNumber(
      this.#connection,
      `SELECT count(*)::UINTEGER FROM imported_pools WHERE position >= ${this.#firstPosition}`,
    );
    await this.#connection.run('COMMIT');
    return pools;
  }

  /** Leaves the table as it was. */
  async cancel(): Promise<void> {
    await this.#connection.run('ROLLBACK').catch(() => undefined);
  }

  #flush(): void {
    const rows = this.#rows[0]?.length ?? 0;
    if (rows === 0) return;
    const chunk = DuckDBDataChunk.create(types, rows);
    chunk.setColumns(this.#rows);
    this.#appender.appendDataChunk(chunk);
    this.#rows = types.map(() => []);
  }
}

/** In the order of running. Temporary tables go with the connection's next import at the latest. */
const mergeStatements = [
  `CREATE OR REPLACE TEMP TABLE repeated_pools AS
   SELECT pool, max(position) AS kept FROM imported_pools GROUP BY pool HAVING count(*) > 1`,
  `CREATE OR REPLACE TEMP TABLE filled_pools AS
   SELECT
     latest.position, latest.pool, latest.program,
     ${['mint_a', 'mint_b', 'vault_a', 'vault_b']
       .map((name) => `if(latest.mint_a = '', former.${name}, latest.${name}) AS ${name}`)
       .join(', ')},
     ${['lookup_table', 'parameters', 'addresses']
       .map((name) => `if(latest.${name} IN ('', '{}'), former.${name}, latest.${name}) AS ${name}`)
       .join(', ')},
     greatest(latest.is_aggregator, former.is_aggregator) AS is_aggregator
   FROM repeated_pools
   JOIN imported_pools AS latest ON latest.pool = repeated_pools.pool AND latest.position = kept
   JOIN imported_pools AS former ON former.pool = repeated_pools.pool AND former.position < kept
   WHERE (latest.mint_a = '' AND former.mint_a <> '')
      OR (latest.lookup_table = '' AND former.lookup_table <> '')
      OR (latest.parameters = '{}' AND former.parameters <> '{}')
      OR (latest.addresses = '{}' AND former.addresses <> '{}')
      OR latest.is_aggregator < former.is_aggregator
   QUALIFY row_number() OVER (PARTITION BY latest.pool ORDER BY former.position DESC) = 1`,
  `DELETE FROM imported_pools USING repeated_pools
   WHERE imported_pools.pool = repeated_pools.pool AND imported_pools.position < kept`,
  'DELETE FROM imported_pools WHERE position IN (SELECT position FROM filled_pools)',
  'INSERT INTO imported_pools BY NAME SELECT * FROM filled_pools',
];
