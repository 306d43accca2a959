import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import type { RouteMember, RowTable, SqlRead } from '../../sql/sqlRead.ts';
import { outcomesTerm, routeMembers, withSenders } from '../../sql/transactionRows.ts';

/** By their numbers in `hour_routes`. */
export const summedMembers: readonly RouteMember[] = ['token', 'amm', 'pool'];

const isGiven = (list: readonly string[] | undefined): boolean => (list?.length ?? 0) > 0;

/** The totals that match a filter; `null` if only rows can. */
export function totalsOf(
  read: Pick<SqlRead, 'filter' | 'idOf'>,
  wanted: TransactionFilter,
  isByWallet = false,
): RowFilter | null {
  const { wallets, bots, providers, bases, outcomes, minNetGainsUsd } = wanted;
  if (minNetGainsUsd !== undefined) return null;
  const totals = (table: RowTable): RowFilter =>
    withSenders(read.filter(table), wanted)
      .isAnyOf('base', bases)
      .matches(outcomesTerm(outcomes, { gain: 'is_gain = 1', unknown: 'is_gain = 2' }));
  const [route, ...otherRoutes] = routeMembers(wanted);
  const isOfWallet = isByWallet || isGiven(wallets);
  if (route === undefined) {
    if (!isOfWallet) return totals('hour_totals');
    return isGiven(providers) || isGiven(bases) ? null : totals('hour_wallets');
  }
  // Several names share transactions.
  const [member, [name = '', ...otherNames]] = route;
  const isAlone = ![bots, providers, bases].some(isGiven) && !isOfWallet;
  if (!isAlone || otherRoutes.length + otherNames.length > 0) return null;
  const id = read.idOf(name);
  return totals('hour_routes').matches(
    id === undefined ? 'false' : `member = ${summedMembers.indexOf(member)} AND name = ${id}`,
  );
}
