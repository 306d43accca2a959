import { ArbitrageRoutes } from '../../arbitrageRoutes.ts';
import {
  type ArbitrageColumns,
  type ArbitrageColumnsQuery,
  type ArbitrageLoader,
  checkLoadedArbitrages,
  emptyColumns,
  type OwnColumns,
} from '../../reads/arbitrageColumns.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import { typeNumber } from '../../rows.ts';
import { figureColumns } from '../../sql/arbitrageFigures.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import type { Snapshot } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';
import { snapshotRead } from './duckdbRead.ts';

/** Marks arbitrages whose route was not read yet; some have none. */
const noRoute = 0xffff_ffff;

/** Name numbers are those of the store. */
export class DuckDbArbitrageLoader implements ArbitrageLoader {
  readonly #source: ReadContext;
  readonly #routes: ArbitrageRoutes;

  constructor(source: ReadContext) {
    this.#source = source;
    this.#routes = new ArbitrageRoutes(source.routeStops);
  }

  load(query: ArbitrageColumnsQuery, options?: QueryOptions): Promise<ArbitrageColumns> {
    return this.#source.readTransaction(
      (snapshot) => loadArbitrages(this.#source, snapshot, query, this.#routes),
      options,
    );
  }
}

/** Runs two statements in one snapshot, after one that counts rows. */
async function loadArbitrages(
  store: ReadContext,
  snapshot: Snapshot,
  { window, after, upTo }: ArbitrageColumnsQuery,
  routes: ArbitrageRoutes,
): Promise<ArbitrageColumns> {
  const { stream } = snapshot;
  const read = snapshotRead(store, snapshot);
  const within = (table: 'transactions' | 'stops'): RowFilter =>
    read
      .filter(table)
      .within(window)
      .atLeast('number', after + 1)
      .atMost('number', upTo);
  const arbitrages = within('transactions').equals('type', typeNumber('arbitrage'));
  const stops = within('stops');
  const [[counted] = []] = await read.rows(`SELECT count(*) ${arbitrages.sql}`);
  const count = Number(counted);
  checkLoadedArbitrages(count);
  const columns = emptyColumns(count);
  columns.route.fill(noRoute);
  const rows = new RowsByNumber();
  let filled = 0;
  await stream(
    `SELECT number::DOUBLE, time, base, provider, ${figureColumns}
     ${arbitrages.sql} ORDER BY time, number`,
    {},
    ({ rowCount, columns: [numbers, ...cells] }) => {
      streamedColumns.forEach((name, at) => {
        const [column, cell] = [columns[name], cells[at]];
        for (let row = 0; row < rowCount; row++) column[filled + row] = cell?.getItem(row) ?? 0;
      });
      for (let row = 0; row < rowCount; row++) rows.set(numbers?.getItem(row) ?? 0, filled + row);
      filled += rowCount;
    },
  );
  let [number, places] = [0, [] as number[]];
  const endRoute = (): void => {
    const row = rows.get(number);
    if (row !== undefined) columns.route[row] = routes.idOf(places);
  };
  await stream(
    `SELECT number::DOUBLE, place ${stops.sql} ORDER BY number`,
    {},
    ({ rowCount, columns: [numbers, passed] }) => {
      for (let row = 0; row < rowCount; row++) {
        const next = numbers?.getItem(row) ?? 0;
        if (next !== number) {
          endRoute();
          number = next;
          places = [];
        }
        places.push(passed?.getItem(row) ?? 0);
      }
    },
  );
  endRoute();
  if (columns.route.includes(noRoute)) {
    const empty = routes.idOf([]);
    columns.route.forEach((route, row) => {
      if (route === noRoute) columns.route[row] = empty;
    });
  }
  return { count, routes: routes.all(), names: store.names, ...columns };
}

/** In SELECT order, after the number. */
const streamedColumns = [
  'timeSeconds',
  'base',
  'provider',
  'revenuesUsd',
  'profitsUsd',
  'feeLamports',
  'tipLamports',
  'solPriceUsd',
] as const satisfies readonly (keyof OwnColumns)[];

const pageSize = 4_096;

/** Row of an arbitrage by its number; numbers are nearly consecutive. */
class RowsByNumber {
  readonly #pages = new Map<number, Uint32Array>();
  #page: Uint32Array = noPage;
  #pageNumber = -1;

  set(number: number, row: number): void {
    const at = this.#turnTo(number, true);
    this.#page[at] = row + 1;
  }

  get(number: number): number | undefined {
    const at = this.#turnTo(number, false);
    const row = this.#page[at] ?? 0;
    return row === 0 ? undefined : row - 1;
  }

  #turnTo(number: number, isMade: boolean): number {
    const pageNumber = Math.floor(number / pageSize);
    if (pageNumber !== this.#pageNumber) {
      let page = this.#pages.get(pageNumber);
      if (page === undefined && isMade) {
        page = new Uint32Array(pageSize);
        this.#pages.set(pageNumber, page);
      }
      this.#page = page ?? noPage;
      this.#pageNumber = pageNumber;
    }
    return number - pageNumber * pageSize;
  }
}

const noPage = new Uint32Array(0);
