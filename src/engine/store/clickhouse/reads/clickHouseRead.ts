import type { TimeWindow } from '../../../base/timeWindow.ts';
import { type RowBounds, RowFilter } from '../../sql/rowFilter.ts';
import type { Cell, ListRange, Row, RowTable, SqlRead } from '../../sql/sqlRead.ts';
import { transactionRows } from '../../sql/transactionRows.ts';
import type { ClickHouseDatabase } from '../database/clickHouseDatabase.ts';
import { detailTexts, hashOf } from '../database/hashedIds.ts';
import { rowNumberSql, slotOfRow } from '../database/rowPosition.ts';
import { type ReadPin, visibleCopies } from '../database/visibleCopies.ts';
import { sumOf } from '../database/wideSums.ts';
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

export function createRead(
  database: ClickHouseDatabase,
  lookup: NameLookup,
  pin: ReadPin,
  signal: AbortSignal | undefined,
): ClickHouseRead {
  const rows = (sql: string): Promise<Row[]> => database.query(sql, { signal });
  const filter = (table: RowTable): RowFilter =>
    new RowFilter({
      from: database.table(table),
      idOf: hashOf,
      isOneOf,
      // Totals do not belong to a block.
      ...(table !== 'minute_totals' && {
        visible: (window: TimeWindow | undefined) =>
          `(slot, copy) IN (${visibleCopies(database, pin, window)})`,
      }),
    });
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
      `FROM (SELECT ${single} ${filtered(filter('transactions'), 'time').sql})`,
    filteredAttempts: async ({ single }, wanted, window) =>
      `FROM (SELECT ${single} ${(await transactionRows(read, wanted))(window).sql})`,
    summed: ({ table, single }, window, filtered) =>
      Promise.resolve(`FROM (SELECT ${single} ${filtered(filter(table).within(window)).sql})`),
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
