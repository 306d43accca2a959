import { setImmediate } from 'node:timers/promises';
import {
  BIGINT,
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  HUGEINT,
  UBIGINT,
  UINTEGER,
  USMALLINT,
  UTINYINT,
  VARCHAR,
} from '@duckdb/node-api';
import { t } from '@vscode/l10n';
import { errorMessage } from '../../../../api/errorMessage.ts';
import { MarketError } from '../../../../api/marketError.ts';
import type { ColumnType } from '../../../base/columnTypes.ts';
import { type RowOf, type TableName, type Tables, tableNames, tables } from '../../tables.ts';
import { inTransaction } from './query.ts';

/** Tables without an appender are written by SQL or by `poolImport.ts`. */
const unwritten = [
  'failures',
  'tried_stops',
  'hour_totals',
  'hour_wallets',
  'hour_routes',
  'hour_credits',
  'hour_trades',
  'imported_pools',
] as const satisfies readonly TableName[];
type WrittenTable = Exclude<TableName, (typeof unwritten)[number]>;
const isWritten = (table: TableName): table is WrittenTable =>
  !(unwritten as readonly TableName[]).includes(table);
type Writers = { readonly [Table in WrittenTable]: TableWriter<Table> };

/** Yields to the event loop between tables if there are more rows than this. */
const largeRows = 5_000;

export class StoreWriters {
  readonly tables: Writers;
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection, writers: Writers) {
    this.#connection = connection;
    this.tables = writers;
  }

  static async create(connection: DuckDBConnection): Promise<StoreWriters> {
    const writers: Partial<Record<TableName, unknown>> = {};
    for (const table of tableNames) {
      if (isWritten(table)) writers[table] = await TableWriter.create(connection, table);
    }
    return new StoreWriters(connection, writers as Writers);
  }

  get pendingRows(): number {
    return this.#all().reduce((sum, writer) => sum + writer.pendingRows, 0);
  }

  /** Runs `prepare`, writes all rows and runs `finish`, in one transaction; a failure discards the rows. */
  async inTransaction(prepare: () => Promise<void>, finish: () => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.#connection, async () => {
        await prepare();
        const isLarge = this.pendingRows > largeRows;
        for (const writer of this.#all()) {
          writer.flush();
          // Writing a day's rows of one table takes about 30 ms.
          if (isLarge) await setImmediate();
        }
        await finish();
      });
    } catch (error) {
      for (const writer of this.#all()) writer.discard();
      throw new MarketError(
        'service-failing',
        t('Could not write the store: {0}', errorMessage(error)),
        { cause: error },
      );
    }
  }

  close(): void {
    for (const writer of this.#all()) writer.close();
  }

  #all() {
    return Object.values(this.tables);
  }
}

const duckTypes: Readonly<Record<ColumnType, DuckDBType>> = {
  UTINYINT,
  USMALLINT,
  UINTEGER,
  UBIGINT,
  BIGINT,
  HUGEINT,
  DOUBLE,
  VARCHAR,
};

const chunkRows = 2_048;

/** A column of a chunk; takes values of its type in `tables.ts`. */
interface Column {
  setItem(row: number, value: number | bigint | string): void;
  flush(): void;
}

/** Appends whole vectors: several times faster than single values. */
class TableWriter<Table extends TableName> {
  readonly #names: readonly (keyof Tables[Table] & string)[];
  readonly #types: readonly DuckDBType[];
  readonly #appender: DuckDBAppender;
  #chunks: DuckDBDataChunk[] = [];
  #chunk: DuckDBDataChunk | null = null;
  #columns: Column[] = [];
  #filled = 0;

  private constructor(table: Table, appender: DuckDBAppender) {
    this.#appender = appender;
    this.#names = Object.keys(tables[table]) as (keyof Tables[Table] & string)[];
    this.#types = (Object.values(tables[table]) as ColumnType[]).map((type) => duckTypes[type]);
  }

  static async create<Table extends TableName>(
    connection: DuckDBConnection,
    table: Table,
  ): Promise<TableWriter<Table>> {
    return new TableWriter(table, await connection.createAppender(table));
  }

  get pendingRows(): number {
    return this.#chunks.length * chunkRows + this.#filled;
  }

  add(row: RowOf<Tables[Table]>): void {
    if (this.#chunk === null) this.#begin();
    const names = this.#names;
    for (let at = 0; at < names.length; at++) {
      const name = names[at];
      if (name !== undefined) {
        this.#columns[at]?.setItem(this.#filled, row[name] as number | bigint | string);
      }
    }
    if (++this.#filled === chunkRows) this.#end();
  }

  /** Writes the queued rows, within an open transaction if there is one. */
  flush(): void {
    if (this.pendingRows === 0) return;
    if (this.#chunk !== null) this.#end();
    for (const chunk of this.#chunks) this.#appender.appendDataChunk(chunk);
    this.discard();
    this.#appender.flushSync();
  }

  discard(): void {
    this.#chunks = [];
    this.#chunk = null;
    this.#filled = 0;
  }

  close(): void {
    this.discard();
    this.#appender.closeSync();
  }

  #begin(): void {
    const chunk = DuckDBDataChunk.create(this.#types, chunkRows);
    // `tables.ts` defines the types of columns and values.
    this.#columns = this.#types.map((_, at) => chunk.getColumnVector(at) as unknown as Column);
    this.#chunk = chunk;
    this.#filled = 0;
  }

  #end(): void {
    const chunk = this.#chunk;
    if (chunk === null) return;
    for (const column of this.#columns) column.flush();
    chunk.rowCount = this.#filled;
    this.#chunks.push(chunk);
    this.#chunk = null;
    this.#filled = 0;
  }
}
