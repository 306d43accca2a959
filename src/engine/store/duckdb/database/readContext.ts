import type { NameTable } from '../../nameTable.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { RouteStopTable } from '../../routeStopTable.ts';
import type { TradedVolumes } from '../../tradedVolumes.ts';
import type { ColumnValues, NumberColumns, QueryValues, Snapshot } from './query.ts';

export interface ReadContext {
  readonly names: NameTable;
  readonly routeStops: RouteStopTable;
  readonly tradedVolumes: TradedVolumes;
  /** Of the newest block, which may not be written yet; `null` if there is none. */
  readonly newestSlot: number | null;
  /** Rows in the table `failures`. */
  readonly rolledUpRows: number;
  /** Runs one statement on a free connection; `sql` contains names, never values. */
  query(sql: string, values?: QueryValues, options?: QueryOptions): Promise<ColumnValues>;
  queryNumbers(sql: string, values?: QueryValues, options?: QueryOptions): Promise<NumberColumns>;
  /** Several statements that see the store at one moment. */
  readTransaction<Result>(
    work: (snapshot: Snapshot) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
}
