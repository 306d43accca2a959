import type { TimeWindow } from '../../../base/timeWindow.ts';
import { nanocentsToUsd } from '../../money.ts';
import type { CreditSums } from '../../reads/creditSums.ts';
import type { CreditFilter } from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import { creditFlagFactor, firstOfAmm, firstOfToken } from '../../rows.ts';
import { creditFigures, readCreditColumns } from '../../sql/finderReads.ts';
import type { ReadContext } from '../database/readContext.ts';
import { snapshotRead } from './duckdbRead.ts';

export async function readCreditSums(
  store: ReadContext,
  filter: CreditFilter,
  options?: QueryOptions,
): Promise<CreditSums> {
  const { names, routeStops } = store;
  const columns = await store.readTransaction(
    (snapshot) => readCreditColumns(snapshotRead(store, snapshot), filter),
    options,
  );
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
