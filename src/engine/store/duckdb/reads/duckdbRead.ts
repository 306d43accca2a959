import { minuteSeconds } from '../../../base/minute.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { nanocentsBound } from '../../money.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { RowFilter } from '../../sql/rowFilter.ts';
import type { Cell, RouteMember, Row, SqlRead, SqlStatements } from '../../sql/sqlRead.ts';
import { routeMembers, transactionRows, withSenders } from '../../sql/transactionRows.ts';
import type { ColumnValues, Snapshot } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';

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
  const { names, routeStops, rolledUpRows } = store;
  const idOf = (name: string): number | undefined => names.find(name);
  const filter = (from: string): RowFilter => new RowFilter({ from, idOf, isOneOf });
  const union = (single: string, rows: RowFilter, group: string, failures: RowFilter | null) =>
    failures === null
      ? `FROM (SELECT ${single} ${rows.sql})`
      : `FROM (SELECT ${single} ${rows.sql} UNION ALL SELECT ${group} ${failures.sql})`;
  const passes = (
    member: RouteMember,
    wanted: readonly string[],
    { column, table }: StopTable,
  ): string => {
    const places = routeStops.idsWith(member, new Set(wanted.flatMap((name) => idOf(name) ?? [])));
    if (places.length === 0) return 'false';
    const isWanted = isOneOf(
      ['place'],
      places.map((place) => [`${place}`]),
    );
    return `${column} IN (SELECT ${column} FROM ${table} WHERE ${isWanted})`;
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
        single,
        filtered(filter('transactions'), 'time'),
        group,
        rolledUpRows === 0 ? null : filtered(filter('failures'), 'minute'),
      ),
    filteredAttempts: async ({ single, group }, wanted, window) => {
      const rows = (await transactionRows(read, wanted))(window);
      return union(single, rows, group, failureRows(wanted, window));
    },
    routeTerm: (member, wanted) => Promise.resolve(() => passes(member, wanted, stops)),
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

const stops = { column: 'number', table: 'stops' } as const;
const tried = { column: 'tried', table: 'tried_stops' } as const;
type StopTable = typeof stops | typeof tried;

/** End of the newest minute with rolled-up failures of a wallet, whose pools are not known. */
export const singleFailuresFrom = (read: SqlRead, wallet: string): string => {
  const id = read.idOf(wallet) ?? 0;
  return `(SELECT coalesce(max(minute) + ${minuteSeconds}, 0) FROM failures WHERE wallet = ${id})`;
};
