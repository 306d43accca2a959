import { minuteSeconds } from '../../../base/minute.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { nanocentsBound } from '../../money.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { type RowBounds, RowFilter } from '../../sql/rowFilter.ts';
import type { Cell, RouteMember, Row, SqlRead, SqlStatements } from '../../sql/sqlRead.ts';
import { routeMembers, transactionRows, withSenders } from '../../sql/transactionRows.ts';
import type { ColumnValues, Snapshot } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';
import { splitWindow } from './splitWindow.ts';
import { totalsOf } from './totalsOf.ts';

/** A single statement. */
export const singleRead = (store: ReadContext, options?: QueryOptions): SqlRead =>
  createRead(store, {
    rows: async (sql) => toRows(await store.query(sql, {}, options)),
    columns: (sql) => store.queryNumbers(sql, {}, options),
  });

export const snapshotRead = (
  store: ReadContext,
  { read, readNumbers }: Pick<Snapshot, 'read' | 'readNumbers'>,
): SqlRead =>
  createRead(store, { rows: async (sql) => toRows(await read(sql)), columns: readNumbers });

export const toRows = (columns: ColumnValues): Row[] =>
  // Columns have the types of `tables.ts`.
  (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] as Cell));

/** A short list becomes a filter of the scan, at half the cost of the join for a long one. */
const inlineListMaximum = 16;

function isOneOf(columns: readonly string[], keys: readonly (readonly string[])[]): string {
  const [column = ''] = columns;
  if (columns.length === 1 && keys.length <= inlineListMaximum) {
    return `${column} IN (${keys.join(', ')})`;
  }
  return `(${columns.join(', ')}) IN (VALUES ${keys.map((key) => `(${key.join(', ')})`).join(', ')})`;
}

function createRead(store: ReadContext, statements: SqlStatements): SqlRead {
  const { names, routeStops, rolledUpRows, newestSlot } = store;
  const idOf = (name: string): number | undefined => names.find(name);
  const filter = (from: string): RowFilter => new RowFilter({ from, idOf, isOneOf });
  const union = (...parts: readonly Part[]) => {
    const selects = parts.flatMap(([columns, rows]) =>
      rows === null ? [] : [`SELECT ${columns} ${rows.sql}`],
    );
    return `FROM (${selects.join(' UNION ALL ')})`;
  };
  const unionOf = async (
    window: TimeWindow,
    totals: readonly [columns: string, rows: RowFilter] | null,
    rowsOf: (part: TimeWindow) => readonly Part[],
  ): Promise<string> => {
    if (totals === null) return union(...rowsOf(window));
    const split = await splitWindow(statements, window);
    const [columns, summed] = totals;
    return union(...split.rows.flatMap(rowsOf), [
      columns,
      split.totals && summed.within(split.totals, 'hour'),
    ]);
  };
  const passes = (
    member: RouteMember,
    wanted: readonly string[],
    { column, table }: StopTable,
    bounds: RowBounds = {},
  ): string => {
    const places = routeStops.idsWith(member, new Set(wanted.flatMap((name) => idOf(name) ?? [])));
    if (places.length === 0) return 'false';
    const isWanted = isOneOf(
      ['place'],
      places.map((place) => [`${place}`]),
    );
    const { sql } = filter(table).matches(isWanted).within(bounds);
    return `${column} IN (SELECT ${column} ${sql})`;
  };
  /** `null` if none can match: failures have no base mint, and only one outcome. */
  const failureRows = (wanted: TransactionFilter, window: TimeWindow): RowFilter | null => {
    const { outcomes = [], bases = [], minNetGainsUsd } = wanted;
    if (rolledUpRows === 0) return null;
    if (outcomes.length > 0 && !outcomes.includes('failed')) return null;
    if (bases.length > 0) return null;
    const rows = withSenders(filter('failures'), wanted).within(window, 'minute');
    if (minNetGainsUsd !== undefined) {
      const least = `${nanocentsBound(minNetGainsUsd)}::HUGEINT * attempts`;
      rows.matches(`profits_nanocents < 0 AND profits_nanocents >= ${least}`);
    }
    for (const [member, each] of routeMembers(wanted)) rows.matches(passes(member, each, tried));
    return rows;
  };
  const read: SqlRead = {
    ...statements,
    filter,
    attempts: ({ single, group }, filtered) =>
      union(
        [single, filtered(filter('transactions'), 'time')],
        [group, rolledUpRows === 0 ? null : filtered(filter('failures'), 'minute')],
      ),
    filteredAttempts: async ({ single, group, totals, isByWallet }, wanted, window) => {
      const rowsIn = await transactionRows(read, wanted);
      const summed = totals === undefined ? null : totalsOf(read, wanted, isByWallet);
      return unionOf(window, summed && [totals ?? '', summed], (part) => [
        [single, rowsIn(part)],
        [group, failureRows(wanted, part)],
      ]);
    },
    summed: ({ table, single, group, totals }, window, filtered) => {
      const time = table === 'trades' ? 'minute' : 'time';
      const summed = totals && ([totals.columns, filtered(filter(totals.table))] as const);
      return unionOf(window, summed ?? null, (part) => [
        [single, filtered(filter(table).within(part, time))],
        [
          group ?? '',
          group === undefined || rolledUpRows === 0
            ? null
            : filtered(filter('failures').within(part, 'minute')),
        ],
      ]);
    },
    routeTerm: (member, wanted) =>
      Promise.resolve((bounds) => passes(member, wanted, stops, bounds)),
    // Rows of neighboring blocks are in the same row groups, so DuckDB skips by any of the columns.
    listBounds: ({ after, upTo, ...range }) =>
      Promise.resolve({
        ...range,
        fromNumber: after === undefined ? undefined : after + 1,
        toNumber: upTo,
      }),
    listSearch: (columns) => ({
      columns: 'rowid',
      complete: (found) => readByRowId(statements, columns, found),
    }),
    blocks: () => filter('blocks'),
    newestSlot,
    idOf,
    namesOf: () => Promise.resolve((id) => names.nameOf(Number(id))),
    detailNames: { nameOf: (name) => names.nameOf(Number(name)) },
    isOneOf,
    sum: (column) => `sum(${column})`,
    quotient: (dividend, divisor) => `(${dividend} // ${divisor})`,
    rowNumber: 'number',
  };
  return read;
}

type Part = readonly [columns: string, rows: RowFilter | null];

const stops = { column: 'number', table: 'stops' } as const;
const tried = { column: 'tried', table: 'tried_stops' } as const;
type StopTable = typeof stops | typeof tried;

/** The columns of a few transactions, in their order. */
async function readByRowId(
  { rows }: SqlStatements,
  columns: string,
  found: readonly Row[],
): Promise<readonly Row[]> {
  if (found.length === 0) return [];
  const ids = found.map(([rowId]) => Number(rowId));
  const details = await rows(
    `SELECT rowid, ${columns} FROM transactions
     WHERE rowid IN (SELECT unnest([${ids.join(', ')}]))`,
  );
  const byId = new Map(details.map(([rowId, ...own]) => [Number(rowId), own]));
  return ids.map((id) => byId.get(id) ?? []);
}

/** End of the newest minute with rolled-up failures of a wallet. */
export async function readSingleFailuresFrom(read: SqlRead, wallet: string): Promise<number> {
  const [[newest] = []] = await read.rows(
    `SELECT max(minute) FROM failures WHERE wallet = ${read.idOf(wallet) ?? 0}`,
  );
  return newest == null ? 0 : Number(newest) + minuteSeconds;
}
