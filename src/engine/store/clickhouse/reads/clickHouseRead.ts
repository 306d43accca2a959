import type { TimeWindow } from '../../../base/timeWindow.ts';
import { type RowBounds, RowFilter } from '../../sql/rowFilter.ts';
import type { Cell, ListRange, Row, RowTable, SqlRead } from '../../sql/sqlRead.ts';
import { transactionRows } from '../../sql/transactionRows.ts';
import type { ClickHouseDatabase } from '../database/clickHouseDatabase.ts';
import { detailTexts, hashOf } from '../database/hashedIds.ts';
import { rowNumberSql, slotOfRow } from '../database/rowPosition.ts';
import { blockTables } from '../database/schema.ts';
import { isWithin, type ReadPin, visibleCopies } from '../database/visibleCopies.ts';
import { sumOf } from '../database/wideSums.ts';
import type { PinnedState } from '../summedHours.ts';
import { isOfRuns, isSettled, settledHoursOf, summedHoursOf } from './hoursOfWindow.ts';
import { hourTotals } from './hourTotals.ts';
import type { NameLookup, PlaceNames } from './nameLookup.ts';

/** The statements of a request, which see the same blocks. */
export interface ClickHouseRead extends SqlRead {
  readonly database: ClickHouseDatabase;
  readonly pin: ReadPin;
  readonly signal: AbortSignal | undefined;
  placesOf(ids: Iterable<bigint>): Promise<Map<bigint, PlaceNames>>;
}

const isOneOf: SqlRead['isOneOf'] = (columns, keys) => {
  const tuple = (key: readonly string[]): string => `(${key.join(', ')})`;
  return `${tuple(columns)} IN (${keys.map(tuple).join(', ')})`;
};

const isRowTable = (table: string): boolean => (blockTables as readonly string[]).includes(table);

export function createRead(
  database: ClickHouseDatabase,
  lookup: NameLookup,
  { pin, runs }: PinnedState,
  signal: AbortSignal | undefined,
): ClickHouseRead {
  const rows = (sql: string): Promise<Row[]> => database.query(sql, { signal });
  const filter = (table: RowTable): RowFilter =>
    new RowFilter({
      from: database.table(table),
      idOf: hashOf,
      isOneOf,
      // Totals do not belong to a block.
      ...(isRowTable(table) && { visible }),
    });
  const isVisible = (...windows: readonly TimeWindow[]): string =>
    `(slot, copy) IN (${visibleCopies(database, pin, ...windows)})`;
  const visible = (window: TimeWindow | undefined): readonly string[] => {
    if (window === undefined) return [isVisible()];
    const { hours, others } = settledHoursOf(runs, window);
    if (hours.length === 0) return [isVisible(window)];
    if (others.length === 0) return [isSettled(hours)];
    return [isSettled(hours), `${isWithin(others)} AND ${isVisible(...others)}`];
  };
  /** `FROM (…)` of the totals of the hours of the window that have them, and of its other rows. */
  const union = (
    columns: string,
    window: TimeWindow,
    rowsIn: (window: TimeWindow) => RowFilter,
    totals: RowFilter | null,
    columnsOfTotals = '',
  ): string => {
    const { hours, others } =
      totals === null ? { hours: [], others: [window] } : summedHoursOf(runs, window);
    const parts: string[] = [];
    // A window of minutes may contain none.
    if (others.length > 0 || hours.length === 0) {
      const found = rowsIn(window);
      if (hours.length > 0) found.matches(isWithin(others));
      parts.push(found.select(columns));
    }
    if (totals !== null && hours.length > 0) {
      parts.push(totals.matches(isOfRuns(hours)).select(columnsOfTotals));
    }
    return `FROM (${parts.join(' UNION ALL ')})`;
  };
  const read: ClickHouseRead = {
    database,
    pin,
    signal,
    rows,
    columns: async (sql) => {
      const found = await rows(sql);
      return (found[0] ?? []).map((_, at) => found.map((row): Cell => row[at] ?? null));
    },
    filter,
    attempts: ({ single }, filtered) =>
      `FROM (${filtered(filter('transactions'), 'time').select(single)})`,
    filteredAttempts: async ({ single, totals, isByWallet }, wanted, window) =>
      union(
        single,
        window,
        await transactionRows(read, wanted),
        totals === undefined ? null : hourTotals(filter, wanted, isByWallet),
        totals,
      ),
    summed: ({ table, single, totals }, window, filtered) =>
      Promise.resolve(
        union(
          single,
          window,
          (part) => filtered(filter(table).within(part)),
          totals === undefined ? null : filtered(filter(totals.table)),
          totals?.columns,
        ),
      ),
    routeTerm: async (member, names) => {
      const hashes = [...new Set(names)].map((name) => [`${hashOf(name)}`]);
      const places = await rows(
        `SELECT DISTINCT id FROM ${database.table('places')} WHERE ${isOneOf([member], hashes)}`,
      );
      if (places.length === 0) return () => 'false';
      const isWanted = isOneOf(
        ['place'],
        places.map(([id]) => [String(id)]),
      );
      return (bounds) => {
        const stops = filter('stops').matches(isWanted);
        if (bounds !== undefined) stops.within(bounds);
        return `(slot, copy, position) IN (SELECT slot, copy, position ${stops.sql})`;
      };
    },
    idOf: hashOf,
    listBounds: (range) => readListBounds(read, range),
    listSearch: (columns) => ({ columns, complete: (found) => Promise.resolve(found) }),
    blocks: () => new RowFilter({ from: database.table('blocks'), idOf: hashOf, isOneOf }),
    newestSlot: pin.newestSlot,
    namesOf: async (ids) => {
      const hashes = Array.from(ids, (id) => BigInt(String(id)));
      const names = await lookup.names(hashes, signal);
      return (id) => names.get(BigInt(String(id))) ?? '';
    },
    placesOf: (ids) => lookup.places(ids, signal),
    detailNames: { nameOf: (name) => (name === 0 ? '' : detailTexts.nameOf(String(name))) },
    isOneOf,
    sum: sumOf,
    quotient: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
    rowNumber: rowNumberSql,
  };
  return read;
}

/**
 * Rows are sorted by time, so bounds of slots alone would scan all of them. Without a first slot they
 * do: then most rows are inside.
 */
async function readListBounds(
  read: ClickHouseRead,
  { fromSeconds = 0, toSeconds, fromSlot, toSlot, after, upTo }: ListRange,
): Promise<RowBounds | null> {
  const { newestSlot, newestTimeSeconds } = read.pin;
  const slots = {
    fromSlot: after === undefined ? fromSlot : Math.max(fromSlot ?? 0, slotOfRow(after) + 1),
    toSlot: Math.min(toSlot ?? newestSlot, upTo === undefined ? newestSlot : slotOfRow(upTo)),
  };
  const all = { fromSeconds: 0, toSeconds: newestTimeSeconds };
  const blocks =
    slots.fromSlot === undefined ? all : await readSlotsWindow(read, slots.fromSlot, slots.toSlot);
  if (blocks === null) return null;
  const window = {
    fromSeconds: Math.max(fromSeconds, blocks.fromSeconds),
    toSeconds: Math.min(toSeconds ?? blocks.toSeconds, blocks.toSeconds),
  };
  return window.fromSeconds > window.toSeconds ? null : { ...window, ...slots };
}

/** Time window of the blocks in a slot range (inclusive); `null` if it has none. */
export async function readSlotsWindow(
  { database, signal }: ClickHouseRead,
  fromSlot: number,
  toSlot: number,
): Promise<TimeWindow | null> {
  const [[blocks = 0, fromSeconds = 0, toSeconds = 0] = []] = await database.query(
    `SELECT count(), min(time), max(time) FROM ${database.table('blocks')}
     WHERE slot >= ${Math.floor(fromSlot)} AND slot <= ${Math.floor(toSlot)}`,
    { signal },
  );
  if (Number(blocks) === 0) return null;
  return { fromSeconds: Number(fromSeconds), toSeconds: Number(toSeconds) };
}
