import type { ArbitrageRecord, Leg } from '../../decode/arbitrageRecord.ts';
import type { PriceLookup } from '../../prices/priceTracker.ts';
import type { NameTable } from '../nameTable.ts';
import { computeValuation } from '../recordValuation.ts';
import type { RouteStopTable } from '../routeStopTable.ts';
import { creditRows, stopRows, tipRows, transactionRow } from '../rows.ts';
import type { StoreWriters } from './database/storeWriters.ts';

export function addRecordRows(
  tables: Pick<StoreWriters['tables'], 'transactions' | 'tips' | 'credits' | 'stops'>,
  { names, routeStops }: { readonly names: NameTable; readonly routeStops: RouteStopTable },
  record: ArbitrageRecord,
  {
    number,
    timeSeconds,
    prices,
  }: { readonly number: number; readonly timeSeconds: number; readonly prices: PriceLookup },
): void {
  const figures = computeValuation(record, prices);
  tables.transactions.add(transactionRow(record, { number, timeSeconds, figures, prices, names }));
  for (const row of tipRows(record, timeSeconds, names)) tables.tips.add(row);
  const credits = creditRows(record, timeSeconds, figures, names, routeStops);
  for (const row of credits) tables.credits.add(row);
  const placeOf = (token: string, { program, pool }: Leg): number =>
    routeStops.idOf(names.idOf(token), names.idOf(program), names.idOf(pool));
  for (const row of stopRows(record, { number, time: timeSeconds }, credits, placeOf)) {
    tables.stops.add(row);
  }
}
