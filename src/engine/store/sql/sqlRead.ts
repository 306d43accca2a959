import type { TimeWindow } from '../../base/timeWindow.ts';
import type { TransactionFilter } from '../reads/transactionFilter.ts';
import type { IdConditions, RowBounds, RowFilter } from './rowFilter.ts';

/** A value of a row as the driver returns it: integers of 64 bits are texts or bigints. */
export type Cell = string | number | bigint | boolean | null;
export type Row = readonly (Cell | undefined)[];

export type RowTable =
  | 'transactions'
  | 'tips'
  | 'credits'
  | 'stops'
  | 'trades'
  | 'minute_totals'
  | 'hour_totals'
  | 'hour_wallets'
  | 'hour_routes'
  | 'hour_credits'
  | 'hour_trades';
export type RouteMember = 'token' | 'amm' | 'pool';

/** A term of rows of `transactions`; its own rows have the same bounds. */
export type RouteTerm = (bounds: RowBounds | undefined) => string;

/** The rows of a list, or a part of them. */
export interface ListRange extends Omit<RowBounds, 'fromNumber' | 'toNumber'> {
  /** Positions of `visibleRows`: rows after `after`, up to and including `upTo`. */
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
}

/** How the first rows of a list are found, and only then read. */
export interface ListSearch {
  readonly columns: string;
  /** The columns of the list, in the order of `found`. */
  complete(found: readonly Row[]): Promise<readonly Row[]>;
}

/** The statements of a request, which see one state of the store. */
export interface SqlStatements {
  rows(sql: string): Promise<readonly Row[]>;
  /** By column, for thousands of rows: numbers up to 2^53, and ids. */
  columns(sql: string): Promise<readonly ArrayLike<Cell>[]>;
}

/**
 * What the shared queries need of a store: statements, and what its tables and its database write in
 * another way. Statements contain names of columns, numbers and ids, never user input.
 */
export interface SqlRead extends SqlStatements, IdConditions {
  /** The visible rows of a table. */
  filter(table: RowTable): RowFilter;
  /** `FROM (…)` of attempts: transactions, and groups of failures if the store has them. */
  attempts(
    columns: AttemptColumns,
    filtered: (rows: RowFilter, time: 'time' | 'minute') => RowFilter,
  ): string;
  /** The same for a filter that has no single condition for both. */
  filteredAttempts(
    columns: AttemptColumns,
    filter: TransactionFilter,
    window: TimeWindow,
  ): Promise<string>;
  /** `FROM (…)` of the rows of a window. A store with totals by hour reads those of whole hours instead. */
  summed(
    columns: SummedColumns,
    window: TimeWindow,
    filtered: (rows: RowFilter) => RowFilter,
  ): Promise<string>;
  /** Rows whose route or tried pools contain one of the names. */
  routeTerm(member: RouteMember, names: readonly string[]): Promise<RouteTerm>;
  /** Limits by which the database skips rows outside the range; `null` if no row is inside. */
  listBounds(range: ListRange): Promise<RowBounds | null>;
  listSearch(columns: string): ListSearch;
  /** All blocks, also invisible ones. */
  blocks(): RowFilter;
  /** Slot of the newest block; `null` if there is none. */
  readonly newestSlot: number | null;
  /** Texts of ids in rows; empty for 0. */
  namesOf(ids: Iterable<Cell | undefined>): Promise<(id: Cell | undefined) => string>;
  /** Texts of names in the detail of a record. */
  readonly detailNames: { nameOf(name: number | string): string };
  /** The sum of a column of 64-bit integers, without overflow. */
  sum(column: string): string;
  /** The quotient of two integers, rounded down. */
  quotient(dividend: string, divisor: number): string;
  /** Breaks ties between rows. */
  readonly rowNumber: string;
}

/**
 * Columns of rows of `transactions`, and the same of groups of failures. Only DuckDB has those (table
 * `failures`); their types must be equal, as casts of all rows take as long as the sums.
 */
export interface AttemptColumns {
  readonly single: string;
  readonly group: string;
  /** The same of totals by hour, with names; missing if these cannot replace rows. */
  readonly totals?: string | undefined;
  /** They have a column `wallet`. */
  readonly isByWallet?: boolean;
}

/** The filter may use only columns that all tables have. */
export interface SummedColumns {
  readonly table: 'transactions' | 'credits' | 'trades';
  readonly single: string;
  /** Missing if groups of failures do not count. */
  readonly group?: string;
  /** Totals by hour, with names; missing if these cannot replace rows. */
  readonly totals?: { readonly table: RowTable; readonly columns: string } | undefined;
}
