import type { Outcome } from '../../../../api/arbscope/arbitrageFilter.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { nanocentsBound } from '../../money.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { typeNumber } from '../../rows.ts';
import { hashOf } from '../database/hashedIds.ts';
import { type PinnedRead, VisibleFilter } from './filterTerms.ts';

const arbitrage = typeNumber('arbitrage');

/** An empty list means all except `other`; `is` has the conditions for net gains of arbitrages. */
export function outcomesTerm(
  outcomes: readonly Outcome[] | undefined,
  is: { readonly gain: string; readonly unknown: string },
): string {
  if (outcomes === undefined || outcomes.length === 0) {
    return `type NOT IN (${typeNumber('other')})`;
  }
  const terms: Readonly<Record<Outcome, string>> = {
    gain: `(type IN (${arbitrage}) AND ${is.gain})`,
    loss: `(type IN (${arbitrage}) AND NOT (${is.gain}) AND NOT (${is.unknown}) OR type IN (${typeNumber('circular-with-loss')}))`,
    unknown: `(type IN (${arbitrage}) AND ${is.unknown})`,
    failed: `type IN (${typeNumber('failed')})`,
    'no-swap': `type IN (${typeNumber('bot-no-profit')})`,
  };
  return `(${outcomes.map((outcome) => terms[outcome]).join(' OR ')})`;
}

/** Creates the filter for `transactions`; each call returns a new one. */
export type TransactionTerms = (window?: TimeWindow) => VisibleFilter;

export async function readTransactionTerms(
  read: PinnedRead,
  filter: TransactionFilter,
): Promise<TransactionTerms> {
  const passed: string[] = [];
  for (const [member, wanted = []] of [
    ['token', filter.tokens],
    ['amm', filter.amms],
    ['pool', filter.pools],
  ] as const) {
    if (wanted.length > 0) passed.push(await placesWith(read, member, wanted));
  }
  return (window) => {
    const terms = new VisibleFilter(read, 'transactions')
      .isAnyOf('wallet', filter.wallets)
      .isAnyOf('bot', filter.bots)
      .isAnyOf('provider', filter.providers)
      .isAnyOf('base', filter.bases)
      .matches(
        outcomesTerm(filter.outcomes, {
          gain: 'profits_nanocents > 0',
          unknown: 'revenues_nanocents = 0',
        }),
      );
    // An unknown net gain, which is stored as 0, is not known to reach a minimum.
    if (filter.minNetGainsUsd !== undefined) {
      const least = nanocentsBound(filter.minNetGainsUsd);
      terms.matches(
        `profits_nanocents >= ${least} AND (revenues_nanocents != 0 OR profits_nanocents != 0)`,
      );
    }
    if (window !== undefined) terms.within(window);
    for (const places of passed) {
      const stops = new VisibleFilter(read, 'stops').matches(`place IN (${places})`);
      if (window !== undefined) stops.within(window);
      terms.matches(`(slot, copy, position) IN (SELECT slot, copy, position ${stops.sql})`);
    }
    return terms;
  };
}

/** Ids of the route stops with one of these names; 0, which matches nothing, if there are none. */
async function placesWith(
  { database, signal }: PinnedRead,
  member: 'token' | 'amm' | 'pool',
  wanted: readonly string[],
): Promise<string> {
  const rows = await database.query(
    `SELECT DISTINCT id FROM ${database.table('places')}
     WHERE ${member} IN (${[...new Set(wanted)].map(hashOf).join(', ')})`,
    { signal },
  );
  return rows.length === 0 ? '0' : rows.map(([id]) => String(id)).join(', ');
}
