import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import type { SqlRead } from '../../sql/sqlRead.ts';
import { outcomesTerm, withSenders } from '../../sql/transactionRows.ts';

const isGiven = (list: readonly string[] | undefined): boolean => (list?.length ?? 0) > 0;

/** True if totals by minute support the filter: they contain no routes and no single gains. */
export const haveTotalsFor = ({
  tokens,
  amms,
  pools,
  minNetGainsUsd,
}: TransactionFilter): boolean =>
  minNetGainsUsd === undefined && ![tokens, amms, pools].some(isGiven);

/** Totals that match a filter; they have its columns. */
export const totalRows = (totals: RowFilter, filter: TransactionFilter): RowFilter =>
  withSenders(totals, filter)
    .isAnyOf('base', filter.bases)
    .matches(outcomesTerm(filter.outcomes, { gain: 'is_gain = 1', unknown: 'is_gain = 2' }));

/** Totals by hour that match a filter; `null` if none know it. */
export function hourTotals(
  filter: SqlRead['filter'],
  wanted: TransactionFilter,
  isByWallet = false,
): RowFilter | null {
  const { wallets, providers, bases } = wanted;
  if (!haveTotalsFor(wanted)) return null;
  if (!isByWallet && !isGiven(wallets)) return totalRows(filter('hour_totals'), wanted);
  if (isGiven(providers) || isGiven(bases)) return null;
  return totalRows(filter('hour_wallets'), wanted);
}
