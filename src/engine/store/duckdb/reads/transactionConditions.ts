import type { Outcome } from '../../../../api/arbscope/arbitrageFilter.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { nanocentsBound } from '../../money.ts';
import type { NameTable } from '../../nameTable.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import type { RouteStop } from '../../routeStopTable.ts';
import { typeNumber } from '../../rows.ts';
import type { ReadContext } from '../database/readContext.ts';
import { WhereClause } from '../database/whereClause.ts';

const arbitrage = typeNumber('arbitrage');
const outcomeConditions: Readonly<Record<Outcome, string>> = {
  gain: `(type IN (${arbitrage}) AND profits_nanocents > 0)`,
  loss: `(type IN (${arbitrage}) AND profits_nanocents <= 0 AND revenues_nanocents <> 0 OR type = ${typeNumber('circular-with-loss')})`,
  unknown: `(type IN (${arbitrage}) AND revenues_nanocents = 0)`,
  failed: `type = ${typeNumber('failed')}`,
  'no-swap': `type = ${typeNumber('bot-no-profit')}`,
};

/** Excludes transactions landed by users of Arbscope, which are not part of the market. */
export function transactionConditions(
  source: ReadContext,
  filter: TransactionFilter,
  window?: TimeWindow,
): WhereClause {
  const { outcomes = [] } = filter;
  const clause = withCommon(new WhereClause(source.names), filter);
  if (window !== undefined) clause.within('time', window);
  clause
    .isAnyOf('base', filter.bases)
    .matches(
      outcomes.length === 0
        ? `type <> ${typeNumber('other')}`
        : `(${outcomes.map((outcome) => outcomeConditions[outcome]).join(' OR ')})`,
    );
  // An unknown net gain, which is stored as 0, is not known to reach a minimum.
  if (filter.minNetGainsUsd !== undefined) {
    clause.matches(
      'profits_nanocents >= $0::BIGINT AND (revenues_nanocents <> 0 OR profits_nanocents <> 0)',
      nanocentsBound(filter.minNetGainsUsd),
    );
  }
  passesRoute(clause, source, filter, stops);
  return clause;
}

/** `null` if none can match: failures have no base mint, and only one outcome. */
export function failureConditions(
  source: ReadContext,
  filter: TransactionFilter,
  window: TimeWindow,
): WhereClause | null {
  const { names, rolledUpRows } = source;
  const { outcomes = [], bases = [] } = filter;
  if (rolledUpRows === 0) return null;
  if (outcomes.length > 0 && !outcomes.includes('failed')) return null;
  if (bases.length > 0) return null;
  const clause = withCommon(new WhereClause(names, 'f'), filter).within('minute', window);
  const { minNetGainsUsd } = filter;
  if (minNetGainsUsd !== undefined) {
    clause.matches(
      'profits_nanocents < 0 AND profits_nanocents >= $0::HUGEINT * attempts',
      nanocentsBound(minNetGainsUsd),
    );
  }
  passesRoute(clause, source, filter, triedStops);
  return clause;
}

const withCommon = (clause: WhereClause, filter: TransactionFilter): WhereClause =>
  clause
    .isAnyOf('wallet', filter.wallets)
    .isAnyOf('bot', filter.bots)
    .isAnyOf('provider', filter.providers);

const stops = { column: 'number', table: 'stops' } as const;
const triedStops = { column: 'tried', table: 'tried_stops' } as const;
type StopTable = typeof stops | typeof triedStops;

function passesRoute(
  clause: WhereClause,
  source: ReadContext,
  { tokens, amms, pools }: TransactionFilter,
  table: StopTable,
): void {
  passes(clause, source, tokens, 'token', table);
  passes(clause, source, amms, 'amm', table);
  passes(clause, source, pools, 'pool', table);
}

/** The route, or the pools that an attempt tried, contain one of these. */
function passes(
  clause: WhereClause,
  { names, routeStops }: ReadContext,
  wanted: readonly string[] | undefined,
  member: keyof RouteStop & ('token' | 'amm' | 'pool'),
  { column, table }: StopTable,
): void {
  if (wanted === undefined || wanted.length === 0) return;
  const places = routeStops.idsWith(member, idsOf(names, wanted));
  if (places.length === 0) {
    clause.matches('false');
    return;
  }
  clause.matches(
    `${column} IN (SELECT ${column} FROM ${table} WHERE place IN (SELECT unnest($0)))`,
    places,
  );
}

const idsOf = (names: NameTable, wanted: readonly string[]): ReadonlySet<number> =>
  new Set(wanted.flatMap((name) => names.find(name) ?? []));
