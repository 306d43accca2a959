import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import type { RowFilter } from '../../sql/rowFilter.ts';
import type { RouteMember, SqlRead } from '../../sql/sqlRead.ts';
import { outcomesTerm, routeMembers, withSenders } from '../../sql/transactionRows.ts';

/** By their numbers in `hour_routes`. */
export const summedMembers: readonly RouteMember[] = ['token', 'amm', 'pool'];

const isGiven = (list: readonly string[] | undefined): boolean => (list?.length ?? 0) > 0;

type TotalsTable = 'hour_totals' | 'hour_wallets' | 'hour_routes';

/** The table whose totals a filter can select; `null` if only rows can. */
export function totalsTable(wanted: TransactionFilter, isByWallet = false): TotalsTable | null {
  const { wallets, bots, providers, bases, minNetGainsUsd } = wanted;
  if (minNetGainsUsd !== undefined) return null;
  const [route, ...otherRoutes] = routeMembers(wanted);
  const isOfWallet = isByWallet || isGiven(wallets);
  if (route === undefined) {
    if (!isOfWallet) return 'hour_totals';
    return isGiven(providers) || isGiven(bases) ? null : 'hour_wallets';
  }
  // Several names share transactions.
  const [, names] = route;
  const isAlone = ![bots, providers].some(isGiven) && !isOfWallet;
  return isAlone && otherRoutes.length === 0 && names.length === 1 ? 'hour_routes' : null;
}

/** The totals that match a filter; `null` if only rows can. */
export function totalsOf(
  read: Pick<SqlRead, 'filter' | 'idOf'>,
  wanted: TransactionFilter,
  isByWallet = false,
): RowFilter | null {
  const table = totalsTable(wanted, isByWallet);
  if (table === null) return null;
  const totals = withSenders(read.filter(table), wanted)
    .isAnyOf('base', wanted.bases)
    .matches(outcomesTerm(wanted.outcomes, { gain: 'is_gain = 1', unknown: 'is_gain = 2' }));
  const [route] = routeMembers(wanted);
  if (route === undefined) return totals;
  const [member, [name = '']] = route;
  const id = read.idOf(name);
  return totals.matches(
    id === undefined ? 'false' : `member = ${summedMembers.indexOf(member)} AND name = ${id}`,
  );
}
