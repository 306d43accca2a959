import type { arbitrageFilterProperties, Outcome } from '../../../api/arbscope/arbitrageFilter.ts';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import type { Store } from '../../store/duckdb/store.ts';
import { WhereClause } from '../../store/duckdb/whereClause.ts';
import type { NameTable } from '../../store/nameTable.ts';
import type { RouteStop } from '../../store/routeStopTable.ts';
import { typeNumber } from '../../store/rows.ts';
import type { TimeWindow } from '../operationContext.ts';

export type TransactionFilter = Pick<
  ParametersOf<ArbscopeOperations['arbitrages']>,
  keyof typeof arbitrageFilterProperties
>;

const arbitrage = typeNumber('arbitrage');
const outcomeConditions: Readonly<Record<Outcome, string>> = {
  gain: `(type IN (${arbitrage}) AND profits_usd > 0)`,
  loss: `(type IN (${arbitrage}) AND profits_usd <= 0 OR type = ${typeNumber('circular-with-loss')})`,
  failed: `type = ${typeNumber('failed')}`,
  'no-swap': `type = ${typeNumber('bot-no-profit')}`,
};

/** Outcome of a row, as `outcomeConditions` has it. */
export function outcomeOf(type: number, profitsUsd: number): Outcome {
  if (type === arbitrage) return profitsUsd > 0 ? 'gain' : 'loss';
  if (type === typeNumber('failed')) return 'failed';
  return type === typeNumber('bot-no-profit') ? 'no-swap' : 'loss';
}

/** Conditions on rows of `transactions`. Leaves out transactions that users landed and that are not part of the market. */
export function transactionConditions(
  store: Store,
  filter: TransactionFilter,
  window?: TimeWindow,
): WhereClause {
  const { outcomes = [] } = filter;
  const clause = withCommon(new WhereClause(store.names), filter);
  if (window !== undefined) clause.within('time', window);
  clause
    .isAnyOf('base', filter.bases)
    .atLeast('profits_usd', filter.minNetGainsUsd)
    .matches(
      outcomes.length === 0
        ? `type <> ${typeNumber('other')}`
        : `(${outcomes.map((outcome) => outcomeConditions[outcome]).join(' OR ')})`,
    );
  passes(clause, store, filter.tokens, 'token');
  passes(clause, store, filter.amms, 'amm');
  passes(clause, store, filter.pools, 'pool');
  return clause;
}

/**
 * Conditions on rows of `failures`; `null` where none can match: failures have no route, no base
 * mint, and one outcome.
 */
export function failureConditions(
  store: Store,
  filter: TransactionFilter,
  window: TimeWindow,
): WhereClause | null {
  const { outcomes = [], tokens = [], amms = [], pools = [], bases = [] } = filter;
  if (store.rolledUpRows === 0) return null;
  if (outcomes.length > 0 && !outcomes.includes('failed')) return null;
  if ([tokens, amms, pools, bases].some((list) => list.length > 0)) return null;
  const clause = withCommon(new WhereClause(store.names, 'f'), filter).within('minute', window);
  const { minNetGainsUsd } = filter;
  if (minNetGainsUsd !== undefined) {
    clause.matches('profits_usd >= $0::DOUBLE * attempts', minNetGainsUsd);
  }
  return clause;
}

const withCommon = (clause: WhereClause, filter: TransactionFilter): WhereClause =>
  clause
    .isAnyOf('wallet', filter.wallets)
    .isAnyOf('bot', filter.bots)
    .isAnyOf('provider', filter.providers);

/** The route passes one of these. */
function passes(
  clause: WhereClause,
  { names, routeStops }: Store,
  wanted: readonly string[] | undefined,
  member: keyof RouteStop & ('token' | 'amm' | 'pool'),
): void {
  if (wanted === undefined || wanted.length === 0) return;
  const places = routeStops.idsWith(member, idsOf(names, wanted));
  if (places.length === 0) {
    clause.matches('false');
    return;
  }
  clause.matches('number IN (SELECT number FROM stops WHERE place IN (SELECT unnest($0)))', places);
}

const idsOf = (names: NameTable, wanted: readonly string[]): ReadonlySet<number> =>
  new Set(wanted.flatMap((name) => names.find(name) ?? []));
