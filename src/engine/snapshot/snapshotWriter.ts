import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { minuteSeconds } from '../minute.ts';
import { runQuery } from '../store/query.ts';
import type { Store } from '../store/store.ts';
import {
  blockTables,
  columnNames,
  manifestFile,
  type SnapshotManifest,
  type SnapshotTable,
  snapshotTableFile,
  stateTables,
  staticTables,
} from './snapshotFiles.ts';

/** Small, for the files ship; a higher level would take longer than it is worth to every build. */
const parquetOptions =
  '(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 12, ROW_GROUP_SIZE 16384)';

const derivedColumns: ReadonlySet<string> = new Set(['slot', 'time', 'signature_key']);

/** Writes the day that a store has indexed as a snapshot. */
export class SnapshotWriter {
  readonly #store: Store;
  /** First second of the day. */
  readonly #start: number;
  /** Characters of a signature that are those of its day. */
  readonly #signatureSuffixLength: number;
  readonly #manifest: SnapshotManifest;

  private constructor(store: Store, start: number, signatureEnd: number, facts: SnapshotManifest) {
    this.#store = store;
    this.#start = start;
    this.#signatureSuffixLength = signatureEnd;
    this.#manifest = facts;
  }

  static async open(
    store: Store,
    start: number,
    signatureEnd: number,
    facts: SnapshotManifest,
  ): Promise<SnapshotWriter> {
    const writer = new SnapshotWriter(store, start, signatureEnd, facts);
    await writer.#run(
      `CREATE TABLE day_prices AS
         SELECT 0::UTINYINT AS state, mint, price, 0::BIGINT AS age, digits FROM prices LIMIT 0`,
      'CREATE TABLE day_swaps (state UTINYINT, mint UINTEGER, price DOUBLE, value DOUBLE, age INTEGER)',
      'CREATE TABLE day_vaults AS SELECT 0::UTINYINT AS state, * FROM vaults LIMIT 0',
    );
    return writer;
  }

  /**
   * Keeps prices and balances as they are now, at a second of the day. The last time is at its end:
   * that is where the next day, which is the same, begins.
   */
  async saveState(second: number): Promise<void> {
    const state = second / this.#manifest.stateSeconds;
    const now = this.#start + second;
    await this.#store.saveState();
    await this.#run(
      `INSERT INTO day_prices
         SELECT ${state}, mint, price, CASE WHEN time > 0 THEN ${now} - time::BIGINT END, digits
         FROM prices ORDER BY mint`,
      `INSERT INTO day_vaults SELECT ${state}, * FROM vaults ORDER BY pool, vault`,
    );
    const swaps = [...this.#store.prices.swaps()].flatMap(([mint, ofMint]) =>
      ofMint.map((swap) => ({ mint: this.#store.names.idOf(mint), ...swap })),
    );
    await this.#store.write((connection) =>
      runQuery(
        connection,
        `INSERT INTO day_swaps SELECT ${state}, unnest($mints), unnest($prices)::DOUBLE,
           unnest($values)::DOUBLE, ${now} - unnest($times)::BIGINT`,
        {
          mints: swaps.map(({ mint }) => mint),
          prices: swaps.map(({ priceUsd }) => String(priceUsd)),
          values: swaps.map(({ valueUsd }) => String(valueUsd)),
          times: swaps.map(({ timeSeconds }) => timeSeconds),
        },
      ),
    );
  }

  /** Writes the files into a folder, which appears when it is whole. What was there is replaced. */
  async write(folder: string): Promise<void> {
    const aside = `${folder}.partial`;
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true });
    await this.#store.saveState();
    await this.#fillGaps();
    for (const [table, select] of this.#selects()) {
      await this.#run(
        `COPY (${select}) TO '${snapshotTableFile(aside, table).replaceAll("'", "''")}' ${parquetOptions}`,
      );
    }
    await writeFile(path.join(aside, manifestFile), `${JSON.stringify(this.#manifest, null, 2)}\n`);
    await rm(folder, { recursive: true, force: true });
    await rename(aside, folder);
  }

  /** What nobody traded since the beginning is as the day before left it. */
  async #fillGaps(): Promise<void> {
    const { daySeconds, stateSeconds } = this.#manifest;
    const states = daySeconds / stateSeconds;
    for (const [table, key, columns] of [
      ['day_prices', 'mint', `mint, price, age + states.state * ${stateSeconds}, digits`],
      ['day_swaps', 'mint', `mint, price, value, age + states.state * ${stateSeconds}`],
      ['day_vaults', 'vault', 'pool, vault, mint, amount'],
    ]) {
      await this.#run(
        `INSERT INTO ${table} SELECT states.state, ${columns}
         FROM ${table} AS last, (SELECT unnest(range(${states})) AS state) AS states
         WHERE last.state = ${states} AND NOT EXISTS (
           FROM ${table} AS known WHERE known.state = states.state AND known.${key} = last.${key})`,
        `DELETE FROM ${table} WHERE state = ${states}`,
      );
    }
  }

  #selects(): [SnapshotTable, string][] {
    const end = this.#start + this.#manifest.daySeconds;
    const minuteOf = (column: string) =>
      `((${column} - ${this.#start}) // ${minuteSeconds})::USMALLINT AS minute`;
    const within = (column: string) => `${column} >= ${this.#start} AND ${column} < ${end}`;
    return [
      ...staticTables.map((table): [SnapshotTable, string] => [table, `SELECT * FROM ${table}`]),
      ['blocks', `SELECT ${minuteOf('time')}, transactions FROM blocks WHERE ${within('time')}`],
      ...blockTables.map((table): [SnapshotTable, string] => [
        table,
        `SELECT ${minuteOf('time')}, ${this.#storedColumns(table).join(', ')}
         FROM ${table} WHERE ${within('time')}`,
      ]),
      [
        'trades',
        `SELECT ${minuteOf('trades.minute')}, mint, sum(volume_usd) AS volume_usd FROM trades
         WHERE ${within('trades.minute')} GROUP BY ALL ORDER BY ALL`,
      ],
      ...([...stateTables, 'swaps'] as const).map((table): [SnapshotTable, string] => [
        table,
        `SELECT * FROM day_${table}`,
      ]),
    ];
  }

  /** Columns of a table of rows by block, but for those that tell when or follow from another. */
  #storedColumns(table: (typeof blockTables)[number]): string[] {
    return columnNames(table)
      .filter((column) => !derivedColumns.has(column))
      .map((column) =>
        column === 'signature'
          ? `signature[:-${this.#signatureSuffixLength + 1}] AS signature`
          : column,
      );
  }

  #run(...statements: string[]): Promise<void> {
    return this.#store.write(async (connection: DuckDBConnection) => {
      for (const statement of statements) await runQuery(connection, statement);
    });
  }
}
