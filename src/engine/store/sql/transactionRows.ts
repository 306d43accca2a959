import type { Outcome } from '../../../api/arbscope/arbitrageFilter.ts';
import { nanocentsBound } from '../money.ts';
import type { TransactionFilter } from '../reads/transactionFilter.ts';
import { typeNumber } from '../rows.ts';
import type { RowBounds, RowFilter } from './rowFilter.ts';
import type { RouteMember, SqlRead } from './sqlRead.ts';

const arbitrage = typeNumber('arbitrage');

/** Conditions for the net gains of arbitrages. */
interface GainConditions {
  readonly gain: string;
  readonly unknown: string;
}

const ofSingle: GainConditions = {
  gain: 'profits_nanocents > 0',
  unknown: 'revenues_nanocents = 0',
};

/**
 * An empty list means all except transactions landed by users of Arbscope, which are not part of
 * the market.
 */
export function outcomesTerm(
  outcomes: readonly Outcome[] = [],
  { gain, unknown }: GainConditions = ofSingle,
): string {
  if (outcomes.length === 0) return `type <> ${typeNumber('other')}`;
  const terms: Readonly<Record<Outcome, string>> = {
    gain: `(type = ${arbitrage} AND ${gain})`,
    loss: `(type = ${arbitrage} AND NOT (${gain}) AND NOT (${unknown}) OR type = ${typeNumber('circular-with-loss')})`,
    unknown: `(type = ${arbitrage} AND ${unknown})`,
    failed: `type = ${typeNumber('failed')}`,
    'no-swap': `type = ${typeNumber('bot-no-profit')}`,
  };
  return `(${outcomes.map((outcome) => terms[outcome]).join(' OR ')})`;
}

/** The part of a filter that also applies to sums of several transactions. */
export const withSenders = (
  rows: RowFilter,
  { wallets, bots, providers }: Pick<TransactionFilter, 'wallets' | 'bots' | 'providers'>,
): RowFilter => rows.isAnyOf('wallet', wallets).isAnyOf('bot', bots).isAnyOf('provider', providers);

export const routeMembers = ({
  tokens = [],
  amms = [],
  pools = [],
}: TransactionFilter): readonly (readonly [RouteMember, readonly string[]])[] => {
  const members = [
    ['token', tokens],
    ['amm', amms],
    ['pool', pools],
  ] as const;
  return members.filter(([, names]) => names.length > 0);
};

/** Rows of `transactions` that match; each call makes a new filter. */
export type TransactionRows = (bounds?: RowBounds) => RowFilter;

export async function transactionRows(
  read: SqlRead,
  filter: TransactionFilter,
): Promise<TransactionRows> {
  const routeTerms = await Promise.all(
    routeMembers(filter).map(([member, names]) => read.routeTerm(member, names)),
  );
  const { minNetGainsUsd, outcomes, bases } = filter;
  return (bounds) => {
    const rows = withSenders(read.filter('transactions'), filter);
    if (bounds !== undefined) rows.within(bounds);
    rows.isAnyOf('base', bases).matches(outcomesTerm(outcomes));
    // An unknown net gain, which is stored as 0, is not known to reach a minimum.
    if (minNetGainsUsd !== undefined) {
      rows
        .atLeast('profits_nanocents', nanocentsBound(minNetGainsUsd))
        .matches('(revenues_nanocents <> 0 OR profits_nanocents <> 0)');
    }
    for (const term of routeTerms) rows.matches(term(bounds));
    return rows;
  };
}
