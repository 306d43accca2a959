import {
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDoubleVector,
  type DuckDBType,
  DuckDBUBigIntVector,
  DuckDBUIntegerVector,
  DuckDBUSmallIntVector,
  DuckDBUTinyIntVector,
  DuckDBVarCharVector,
  UBIGINT,
  UINTEGER,
  USMALLINT,
  UTINYINT,
  VARCHAR,
} from '@duckdb/node-api';
import { type ColumnType, type RowOf, type TableName, type Tables, tables } from './tables.ts';

const duckTypes: Readonly<Record<ColumnType, DuckDBType>> = {
  UTINYINT,
  USMALLINT,
  UINTEGER,
  UBIGINT,
  DOUBLE,
  VARCHAR,
};

/** Rows of a DuckDB vector. */
const chunkRows = 2_048;

/**
 * Gathers rows of one table column by column and hands them to DuckDB's appender as whole vectors:
 * several times faster than appending value by value.
 */
export class TableWriter<Table extends TableName> {
  readonly #names: readonly (keyof Tables[Table] & string)[];
  readonly #types: readonly ColumnType[];
  readonly #appender: DuckDBAppender;
  readonly #columns: (number | bigint | string)[][];
  #rows = 0;

  private constructor(table: Table, appender: DuckDBAppender) {
    this.#appender = appender;
    this.#names = Object.keys(tables[table]) as (keyof Tables[Table] & string)[];
    this.#types = Object.values(tables[table]) as ColumnType[];
    this.#columns = this.#names.map(() => []);
  }

  static async create<Table extends TableName>(
    connection: DuckDBConnection,
    table: Table,
  ): Promise<TableWriter<Table>> {
    return new TableWriter(table, await connection.createAppender(table));
  }

  get pendingRows(): number {
    return this.#rows;
  }

  add(row: RowOf<Tables[Table]>): void {
    for (let column = 0; column < this.#names.length; column++) {
      const name = this.#names[column];
      if (name !== undefined) this.#columns[column]?.push(row[name] as number | bigint | string);
    }
    this.#rows++;
  }

  /** Writes what was gathered, inside the connection's transaction if one is open. */
  flush(): void {
    if (this.#rows === 0) return;
    for (let from = 0; from < this.#rows; from += chunkRows) {
      const rows = Math.min(chunkRows, this.#rows - from);
      const chunk = DuckDBDataChunk.create(
        this.#types.map((type) => duckTypes[type]),
        rows,
      );
      this.#columns.forEach((values, column) => {
        fillColumn(chunk, column, values.slice(from, from + rows));
      });
      this.#appender.appendDataChunk(chunk);
    }
    this.discard();
    this.#appender.flushSync();
  }

  /** Forgets what was gathered. */
  discard(): void {
    for (const column of this.#columns) column.length = 0;
    this.#rows = 0;
  }

  close(): void {
    this.discard();
    this.#appender.closeSync();
  }
}

function fillColumn(
  chunk: DuckDBDataChunk,
  column: number,
  values: readonly (number | bigint | string)[],
): void {
  const vector = chunk.getColumnVector(column);
  if (vector instanceof DuckDBVarCharVector) fill(vector, values as readonly string[]);
  else if (vector instanceof DuckDBUBigIntVector) fill(vector, values as readonly bigint[]);
  else if (vector instanceof DuckDBUIntegerVector) fill(vector, values as readonly number[]);
  else if (vector instanceof DuckDBUSmallIntVector) fill(vector, values as readonly number[]);
  else if (vector instanceof DuckDBUTinyIntVector) fill(vector, values as readonly number[]);
  else if (vector instanceof DuckDBDoubleVector) fill(vector, values as readonly number[]);
  else throw new TypeError(`No way to write a column of type ${vector.type}`);
  vector.flush();
}

function fill<Value>(
  vector: { setItem(row: number, value: Value): void },
  values: readonly Value[],
): void {
  for (const [row, value] of values.entries()) vector.setItem(row, value);
}
