import type { TimeWindow } from '../../../base/timeWindow.ts';
import { nanocentsToUsd, usdOf } from '../../money.ts';
import type { CreditSums } from '../../reads/creditSums.ts';
import type { CreditFilter, CreditQuery } from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import { creditFlagFactor, firstOfAmm, firstOfToken, typeNumber } from '../../rows.ts';
import { creditFigures, readCreditColumns } from '../../sql/finderReads.ts';
import type { SqlRead } from '../../sql/sqlRead.ts';
import type { ReadContext } from '../database/readContext.ts';
import { snapshotRead } from './duckdbRead.ts';
import { summedMembers } from './totalsOf.ts';

/** True if sums by hour, which remain longer than rows, know the sums of a query. */
export const haveTokenTotals = ({
  isByToken = false,
  wallets = [],
}: Pick<CreditQuery, 'isByToken' | 'wallets'>): boolean => isByToken && wallets.length === 0;

export async function readCreditSums(
  store: ReadContext,
  query: CreditQuery,
  options?: QueryOptions,
): Promise<CreditSums> {
  const { names, routeStops } = store;
  const isByToken = haveTokenTotals(query);
  const columns = await store.readTransaction((snapshot) => {
    const read = snapshotRead(store, snapshot);
    return isByToken ? readTokenColumns(read, query) : readCreditColumns(read, query);
  }, options);
  if (isByToken) {
    const tokens = (columns[0] ?? []) as ArrayLike<number>;
    return {
      rowCount: tokens.length,
      ...creditFigures(columns),
      stopOf: (row) => ({ token: tokens[row] ?? 0, amm: 0, pool: 0 }),
      isFirstOfToken: () => true,
      isFirstOfAmm: () => false,
      nameOf: (id) => names.nameOf(Number(id)),
    };
  }
  const codes = (columns[0] ?? []) as ArrayLike<number>;
  const hasFlag = (row: number, flag: number): boolean =>
    (((codes[row] ?? 0) % creditFlagFactor) & flag) !== 0;
  return {
    rowCount: codes.length,
    ...creditFigures(columns),
    stopOf: (row) => routeStops.routeStopOf(Math.floor((codes[row] ?? 0) / creditFlagFactor)),
    isFirstOfToken: (row) => hasFlag(row, firstOfToken),
    isFirstOfAmm: (row) => hasFlag(row, firstOfAmm),
    nameOf: (id) => names.nameOf(Number(id)),
  };
}

const tokenMember = summedMembers.indexOf('token');
const creditFlags = `place_credit % ${creditFlagFactor}`;
const creditMoney = 'revenues_nanocents, profits_nanocents, volume_nanocents';

/** As `readCreditColumns`, with ids of tokens instead of `place_credit`. */
async function readTokenColumns(
  read: SqlRead,
  { window, baseMints }: CreditFilter,
): Promise<readonly ArrayLike<unknown>[]> {
  const from = await read.summed(
    {
      table: 'credits',
      single: `(SELECT token FROM places WHERE id = place_credit // ${creditFlagFactor}) AS token,
        ${creditMoney}, 1 AS transactions, (${creditFlags}) & ${firstOfToken} <> 0 AS counts`,
      totals: {
        table: 'hour_routes',
        columns: `name AS token, ${creditMoney}, transactions,
          type = ${typeNumber('arbitrage')} AND member = ${tokenMember} AS counts`,
      },
    },
    window,
    (rows) => rows.isAnyOf('base', baseMints),
  );
  return await read.columns(
    `SELECT token, ${usdOf('sum(revenues_nanocents)')}, ${usdOf('sum(profits_nanocents)')},
            CAST(sum(transactions) AS DOUBLE), ${usdOf('sum(volume_nanocents)')}
     ${from} WHERE counts GROUP BY token ORDER BY token`,
  );
}

/** Sums the minutes that begin in the window, written or not. */
export async function readTradedVolumesUsd(
  store: ReadContext,
  window: TimeWindow,
  options?: QueryOptions,
): Promise<Map<string, number>> {
  const columns = 'mint, volume_nanocents';
  const found = await store.readTransaction(async (snapshot) => {
    const { rows, summed } = snapshotRead(store, snapshot);
    const from = await summed(
      { table: 'trades', single: columns, totals: { table: 'hour_trades', columns } },
      window,
      (trades) => trades,
    );
    return await rows(`SELECT mint, sum(volume_nanocents) ${from} GROUP BY mint`);
  }, options);
  const totals = new Map(
    found.map(([mint, volume]) => [store.names.nameOf(Number(mint)), BigInt(String(volume))]),
  );
  store.tradedVolumes.addTo(totals, window);
  return new Map([...totals].map(([mint, nanocents]) => [mint, nanocentsToUsd(nanocents)]));
}
