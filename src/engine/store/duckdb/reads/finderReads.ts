import type { TimeWindow } from '../../../base/timeWindow.ts';
import { nanocentsToUsd, usdOf } from '../../money.ts';
import type { CreditSums } from '../../reads/creditSums.ts';
import type { CreditFilter, ThresholdFilter, ThresholdTotals } from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import { creditFlagFactor, firstOfAmm, firstOfToken, typeNumber } from '../../rows.ts';
import type { ReadContext } from '../database/readContext.ts';
import { WhereClause } from '../database/whereClause.ts';

export async function readCreditSums(
  store: ReadContext,
  { window, baseMints, wallets }: CreditFilter,
  options?: QueryOptions,
): Promise<CreditSums> {
  const { names, routeStops } = store;
  const conditions = new WhereClause(names)
    .within('time', window)
    .isAnyOf('base', baseMints)
    .isAnyOf('wallet', wallets);
  const none = new Float64Array();
  const [
    codes = none,
    revenuesUsd = none,
    profitsUsd = none,
    transactions = none,
    volumeUsd = none,
  ] = await store.queryNumbers(
    `SELECT place_credit, ${usdOf('sum(revenues_nanocents)')}, ${usdOf('sum(profits_nanocents)')},
              count(*)::UINTEGER, ${usdOf('sum(volume_nanocents)')}
       FROM credits WHERE ${conditions.sql} GROUP BY place_credit`,
    conditions.values,
    options,
  );
  const hasFlag = (row: number, flag: number): boolean =>
    (((codes[row] ?? 0) % creditFlagFactor) & flag) !== 0;
  return {
    rowCount: codes.length,
    revenuesUsd,
    profitsUsd,
    transactions,
    volumeUsd,
    stopOf: (row) => routeStops.routeStopOf(Math.floor((codes[row] ?? 0) / creditFlagFactor)),
    isFirstOfToken: (row) => hasFlag(row, firstOfToken),
    isFirstOfAmm: (row) => hasFlag(row, firstOfAmm),
    nameOf: (id) => names.nameOf(Number(id)),
  };
}

export async function readTradedVolumesUsd(
  store: ReadContext,
  window: TimeWindow,
  options?: QueryOptions,
): Promise<Map<string, number>> {
  const conditions = new WhereClause(store.names).within('minute', window);
  const [mints = [], volumes = []] = await store.query(
    `SELECT mint, sum(volume_nanocents) FROM trades WHERE ${conditions.sql} GROUP BY mint`,
    conditions.values,
    options,
  );
  const totals = new Map(
    mints.map((mint, row) => [store.names.nameOf(Number(mint)), BigInt(String(volumes[row]))]),
  );
  store.tradedVolumes.addTo(totals, window);
  return new Map([...totals].map(([mint, nanocents]) => [mint, nanocentsToUsd(nanocents)]));
}

export async function readThresholdTotals(
  store: ReadContext,
  { window, baseMints, wallets, providers, bots }: ThresholdFilter,
  options?: QueryOptions,
): Promise<ThresholdTotals> {
  const conditions = new WhereClause(store.names)
    .within('time', window)
    .equals('type', typeNumber('arbitrage'))
    .isAnyOf('base', baseMints)
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .isAnyOf('bot', bots);
  const columns = await store.query(
    `SELECT ${usdOf('coalesce(sum(profits_nanocents), 0)')}, ${usdOf('coalesce(sum(revenues_nanocents), 0)')},
            count(*)::UINTEGER
     FROM transactions WHERE ${conditions.sql}`,
    conditions.values,
    options,
  );
  const [profitsUsd = 0, revenuesUsd = 0, transactions = 0] = columns.map(([value]) =>
    Number(value),
  );
  return { profitsUsd, revenuesUsd, transactions };
}
