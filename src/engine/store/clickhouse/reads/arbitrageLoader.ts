import { ArbitrageRoutes } from '../../arbitrageRoutes.ts';
import { NameTable } from '../../nameTable.ts';
import {
  type ArbitrageColumns,
  type ArbitrageColumnsQuery,
  type ArbitrageLoader,
  checkLoadedArbitrages,
  emptyColumns,
  type OwnColumns,
} from '../../reads/arbitrageColumns.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import { RouteStopTable } from '../../routeStopTable.ts';
import { typeNumber } from '../../rows.ts';
import { figureColumns as figureSql } from '../../sql/arbitrageFigures.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import { rowNumberSql, slotOfRow } from '../database/rowPosition.ts';
import type { ClickHouseRead } from './clickHouseRead.ts';
import type { NameLookup } from './nameLookup.ts';

/** In SELECT order, after number, time, base and provider. */
const figureColumns = [
  'revenuesUsd',
  'profitsUsd',
  'feeLamports',
  'tipLamports',
  'solPriceUsd',
] as const satisfies readonly (keyof OwnColumns)[];

/** Bytes per row of the two statements. */
const arbitrageBytes = 8 + 4 + 2 * 8 + figureColumns.length * 8;
const stopBytes = 8 + 4 + 8;

/** Numbers names and route stops in the order of arrival, replacing their hashes. */
export class ClickHouseArbitrageLoader implements ArbitrageLoader {
  readonly #begin: (options?: QueryOptions) => Promise<ClickHouseRead>;
  readonly #lookup: NameLookup;
  readonly #names = new NameTable();
  readonly #stops = new RouteStopTable();
  readonly #routes = new ArbitrageRoutes(this.#stops);
  readonly #placeNumbers = new Map<bigint, number>();

  constructor(begin: (options?: QueryOptions) => Promise<ClickHouseRead>, lookup: NameLookup) {
    this.#begin = begin;
    this.#lookup = lookup;
  }

  async load(
    { window, after, upTo }: ArbitrageColumnsQuery,
    options?: QueryOptions,
  ): Promise<ArbitrageColumns> {
    const read = await this.#begin(options);
    const { database, signal } = read;
    const within = (table: 'transactions' | 'stops'): RowFilter =>
      read
        .filter(table)
        .within(window)
        .atLeast('slot', slotOfRow(after) + 1)
        .atMost('slot', slotOfRow(upTo));
    const arbitrages = within('transactions').equals('type', typeNumber('arbitrage'));
    const [[counted = 0] = []] = await database.query(`SELECT count() ${arbitrages.sql}`, {
      signal,
    });
    const count = Number(counted);
    checkLoadedArbitrages(count);
    const columns = emptyColumns(count);
    const numbers = await this.#readArbitrages(read, arbitrages, columns);
    await this.#readRoutes(read, within('stops'), columns, numbers);
    return { count, routes: this.#routes.all(), names: this.#names, ...columns };
  }

  /** Fills all columns except the routes. Returns the row numbers, in the order of time. */
  async #readArbitrages(
    { database, signal }: ClickHouseRead,
    arbitrages: RowFilter,
    columns: OwnColumns,
  ): Promise<Float64Array> {
    const numbers = new Float64Array(columns.base.length);
    const named = await database.query(
      // Sorted, so that every server numbers names and routes alike.
      `SELECT DISTINCT arrayJoin([base, provider]) AS name ${arbitrages.sql} ORDER BY name`,
      { signal },
    );
    const idOf = await this.#namesOf(
      named.map(([hash]) => BigInt(String(hash))),
      signal,
    );
    let filled = 0;
    await database.takeRows(
      `SELECT ${rowNumberSql} AS number, time, base, provider, ${figureSql}
       ${arbitrages.sql} ORDER BY time, slot, position`,
      arbitrageBytes,
      ({ rowCount, view }) => {
        for (let at = 0; at < rowCount * arbitrageBytes; at += arbitrageBytes, filled++) {
          numbers[filled] = Number(view.getBigUint64(at, true));
          columns.timeSeconds[filled] = view.getUint32(at + 8, true);
          columns.base[filled] = idOf(view.getBigUint64(at + 12, true));
          columns.provider[filled] = idOf(view.getBigUint64(at + 20, true));
          for (let figure = 0; figure < figureColumns.length; figure++) {
            const name = figureColumns[figure];
            if (name !== undefined) {
              columns[name][filled] = view.getFloat64(at + 28 + figure * 8, true);
            }
          }
        }
      },
      signal,
    );
    return numbers;
  }

  /** Both statements have the same order, so each row finds its route stops in one pass. */
  async #readRoutes(
    { database, signal }: ClickHouseRead,
    stops: RowFilter,
    { timeSeconds, route }: OwnColumns,
    numbers: Float64Array,
  ): Promise<void> {
    const passed = await database.query(`SELECT DISTINCT place ${stops.sql} ORDER BY place`, {
      signal,
    });
    await this.#numberPlaces(
      passed.map(([place]) => BigInt(String(place))),
      signal,
    );
    let row = 0;
    let places: number[] = [];
    const endRow = (): void => {
      route[row] = this.#routes.idOf(places);
      places = [];
      row++;
    };
    await database.takeRows(
      `SELECT ${rowNumberSql} AS number, time, place ${stops.sql} ORDER BY time, slot, position, place`,
      stopBytes,
      ({ rowCount, view }) => {
        for (let at = 0; at < rowCount * stopBytes; at += stopBytes) {
          const number = Number(view.getBigUint64(at, true));
          const time = view.getUint32(at + 8, true);
          while (row < numbers.length && isBefore(row, time, number)) endRow();
          // Other transaction types also have route stops.
          if (numbers[row] !== number) continue;
          const known = this.#placeNumbers.get(view.getBigUint64(at + 12, true));
          if (known !== undefined) places.push(known);
        }
      },
      signal,
    );
    while (row < numbers.length) endRow();

    function isBefore(at: number, time: number, number: number): boolean {
      const own = timeSeconds[at] ?? 0;
      return own < time || (own === time && (numbers[at] ?? 0) < number);
    }
  }

  async #namesOf(
    hashes: readonly bigint[],
    signal: AbortSignal | undefined,
  ): Promise<(hash: bigint) => number> {
    const names = await this.#lookup.names(hashes, signal);
    return (hash) => this.#names.idOf(names.get(hash) ?? null);
  }

  async #numberPlaces(hashes: readonly bigint[], signal: AbortSignal | undefined): Promise<void> {
    const fresh = [...new Set(hashes)].filter((hash) => !this.#placeNumbers.has(hash));
    const places = await this.#lookup.places(fresh, signal);
    const idOf = await this.#namesOf(
      [...places.values()].flatMap(({ token, amm, pool }) => [token, amm, pool]),
      signal,
    );
    for (const hash of fresh) {
      const place = places.get(hash);
      if (place === undefined) continue;
      const { token, amm, pool } = place;
      this.#placeNumbers.set(hash, this.#stops.idOf(idOf(token), idOf(amm), idOf(pool)));
    }
  }
}
