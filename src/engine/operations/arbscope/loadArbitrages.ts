import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { ReadQuery, StreamQuery } from '../../store/duckdb/query.ts';
import type { Store } from '../../store/duckdb/store.ts';
import { WhereClause } from '../../store/duckdb/whereClause.ts';
import { typeNumber } from '../../store/rows.ts';
import type { TimeWindow } from '../operationContext.ts';
import { type ArbitrageColumns, emptyColumns, type OwnColumns } from './arbitrageColumns.ts';
import type { ArbitrageRoutes } from './arbitrageRoutes.ts';

/** Some 70 bytes each are held in memory. */
export const maxLoadedArbitrages = 5_000_000;

/** Until the places of an arbitrage are read; some have none. */
const noRoute = 0xffff_ffff;

/** Rows of `transactions` by number: above one, and up to another. */
export interface NumberedRows {
  readonly after: number;
  readonly upTo: number;
}

/**
 * What amounts in SOL were counted at: figures in USD and in SOL are the same amounts, and the input
 * of the cycle is the largest of them.
 */
const solPriceSql = `CASE
    WHEN volume_usd > 0 AND volume_sol > 0 THEN volume_usd / volume_sol
    WHEN volume_usd = 0 AND volume_sol = 0 AND profits_usd * net_gains_sol > 0
      THEN profits_usd / net_gains_sol
    ELSE 0 END AS sol_price_usd`;

/**
 * All arbitrages of a window, in two statements of one snapshot. Throws a MarketError of kind
 * `bad-parameter` when they are more than `maxLoadedArbitrages`.
 */
export async function loadArbitrages(
  { names }: Pick<Store, 'names'>,
  { read, stream }: { readonly read: ReadQuery; readonly stream: StreamQuery },
  window: TimeWindow,
  { after, upTo }: NumberedRows,
  routes: ArbitrageRoutes,
): Promise<ArbitrageColumns> {
  const within = (): WhereClause =>
    new WhereClause(names)
      .within('time', window)
      .atLeast('number', BigInt(after + 1))
      .atMost('number', BigInt(upTo));
  const [arbitrages, stops] = [within().equals('type', typeNumber('arbitrage')), within()];
  const [[counted] = []] = await read(
    `SELECT count(*)::UINTEGER FROM transactions WHERE ${arbitrages.sql}`,
    arbitrages.values,
  );
  const count = Number(counted);
  if (count > maxLoadedArbitrages) throw createTooManyError();
  const columns = emptyColumns(count);
  columns.route.fill(noRoute);
  const rows = new RowsByNumber();
  let filled = 0;
  await stream(
    `SELECT number::DOUBLE, time, base, provider, revenues_usd, profits_usd,
            fee_lamports::DOUBLE, tip_lamports::DOUBLE, ${solPriceSql}
     FROM transactions WHERE ${arbitrages.sql} ORDER BY time, number`,
    arbitrages.values,
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
    `SELECT number::DOUBLE, place FROM stops WHERE ${stops.sql} ORDER BY number`,
    stops.values,
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
  // Those of later rows are not of these.
  return { count, routes: routes.routes.slice(), ...columns };
}

/** In the order of the statement, behind the number. */
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

const createTooManyError = (): MarketError =>
  new MarketError(
    'bad-parameter',
    t('The period has more than {0} arbitrages. Choose a shorter one.', maxLoadedArbitrages),
    { parameter: 'from' },
  );

const pageSize = 4_096;

/** Row of an arbitrage by its number: numbers lie close together, with gaps. */
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
