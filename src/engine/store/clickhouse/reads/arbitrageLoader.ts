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
import { rowNumberSql, slotOfRow } from '../rowPosition.ts';
import { type PinnedRead, VisibleFilter } from './filterTerms.ts';
import type { NameLookup } from './nameLookup.ts';

/** As of `DuckDbArbitrageLoader`: figures in USD and in SOL are the same amounts. */
const solPriceSql = `multiIf(
    volume_usd > 0 AND volume_sol > 0, volume_usd / volume_sol,
    volume_usd = 0 AND volume_sol = 0 AND profits_usd * net_gains_sol > 0,
      profits_usd / net_gains_sol, 0) AS sol_price_usd`;

/** In the order of the statement, behind the number, the base and the provider. */
const figureColumns = [
  'timeSeconds',
  'revenuesUsd',
  'profitsUsd',
  'feeLamports',
  'tipLamports',
  'solPriceUsd',
] as const satisfies readonly (keyof OwnColumns)[];

/** Numbers names and places as they come, in the place of their hashes. */
export class ClickHouseArbitrageLoader implements ArbitrageLoader {
  readonly #begin: (options?: QueryOptions) => Promise<PinnedRead>;
  readonly #lookup: NameLookup;
  readonly #names = new NameTable();
  readonly #stops = new RouteStopTable();
  readonly #routes = new ArbitrageRoutes(this.#stops);
  readonly #placeNumbers = new Map<bigint, number>();

  constructor(begin: (options?: QueryOptions) => Promise<PinnedRead>, lookup: NameLookup) {
    this.#begin = begin;
    this.#lookup = lookup;
  }

  async load(
    { window, after, upTo }: ArbitrageColumnsQuery,
    options?: QueryOptions,
  ): Promise<ArbitrageColumns> {
    const read = await this.#begin(options);
    const { database, signal } = read;
    const within = (table: 'transactions' | 'stops'): VisibleFilter =>
      new VisibleFilter(read, table)
        .within(window)
        .atLeast('slot', slotOfRow(after) + 1)
        .atMost('slot', slotOfRow(upTo));
    const arbitrages = within('transactions').equals('type', typeNumber('arbitrage'));
    const [[counted = 0] = []] = await database.query(`SELECT count() ${arbitrages.sql}`, {
      signal,
    });
    checkLoadedArbitrages(Number(counted));
    const rows = await database.query(
      `SELECT ${rowNumberSql} AS number, base, provider, time, revenues_usd, profits_usd,
              fee_lamports, tip_lamports, ${solPriceSql}
       ${arbitrages.sql} ORDER BY time, number`,
      { signal },
    );
    const columns = emptyColumns(rows.length);
    const idOf = await this.#namesOf(
      rows.flatMap(([, base, provider]) => [BigInt(String(base)), BigInt(String(provider))]),
      signal,
    );
    const rowOf = new Map<string, number>();
    rows.forEach(([number, base, provider, ...figures], row) => {
      rowOf.set(String(number), row);
      columns.base[row] = idOf(BigInt(String(base)));
      columns.provider[row] = idOf(BigInt(String(provider)));
      figureColumns.forEach((name, at) => {
        columns[name][row] = Number(figures[at]);
      });
    });
    const stops = await database.query(
      // In one order, so that every server numbers names and routes alike.
      `SELECT ${rowNumberSql} AS number, place ${within('stops').sql} ORDER BY time, number, place`,
      { signal },
    );
    await this.#numberPlaces(
      stops.map(([, place]) => BigInt(String(place))),
      signal,
    );
    const places: number[][] = rows.map(() => []);
    for (const [number, place] of stops) {
      const row = rowOf.get(String(number));
      const known = this.#placeNumbers.get(BigInt(String(place)));
      if (row !== undefined && known !== undefined) places[row]?.push(known);
    }
    places.forEach((passed, row) => {
      columns.route[row] = this.#routes.idOf(passed);
    });
    return { count: rows.length, routes: this.#routes.all(), names: this.#names, ...columns };
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
