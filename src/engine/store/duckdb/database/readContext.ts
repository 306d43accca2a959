import type { NameTable } from '../../nameTable.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { RouteStopTable } from '../../routeStopTable.ts';
import type { TradedVolumes } from '../../tradedVolumes.ts';
import type { ColumnValues, NumberColumns, QueryValues, Snapshot } from './query.ts';

/** What the typed queries of DuckDB are written with. */
export interface ReadContext {
  readonly names: NameTable;
  readonly routeStops: RouteStopTable;
  /** What is not written yet. */
  readonly tradedVolumes: TradedVolumes;
  /** Of the table `failures`. */
  readonly rolledUpRows: number;
  /** One statement through a connection of its own; `sql` holds names, never values. */
  query(sql: string, values?: QueryValues, options?: QueryOptions): Promise<ColumnValues>;
  /** The same, of columns that are numbers and never null. */
  queryNumbers(sql: string, values?: QueryValues, options?: QueryOptions): Promise<NumberColumns>;
  /** Several statements that see the store at one moment. */
  readTransaction<Result>(
    work: (snapshot: Snapshot) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
}
