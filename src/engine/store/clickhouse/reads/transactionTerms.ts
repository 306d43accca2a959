import type { Outcome } from '../../../../api/arbscope/arbitrageFilter.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import type { TransactionFilter } from '../../reads/transactionFilter.ts';
import { typeNumber } from '../../rows.ts';
import { hashOf } from '../database/hashedIds.ts';
import { type PinnedRead, VisibleFilter } from './filterTerms.ts';

const arbitrage = typeNumber('arbitrage');

/** Rows of these outcomes, of all but `other` without any; `gains`: what those with net gains have. */
export function outcomesTerm(outcomes: readonly Outcome[] = [], gains: string): string {
  if (outcomes.length === 0) return `type NOT IN (${typeNumber('other')})`;
  const terms: Readonly<Record<Outcome, string>> = {
    gain: `(type IN (${arbitrage}) AND ${gains})`,
    loss: `(type IN (${arbitrage}) AND NOT (${gains}) OR type IN (${typeNumber('circular-with-loss')}))`,
    failed: `type IN (${typeNumber('failed')})`,
    'no-swap': `type IN (${typeNumber('bot-no-profit')})`,
  };
  return `(${outcomes.map((outcome) => terms[outcome]).join(' OR ')})`;
}

/** Makes what a filter lets through of `transactions`; each call begins anew. */
export type TransactionTerms = (window?: TimeWindow) => VisibleFilter;

/** Looks up the places of the filter's tokens, AMMs and pools. */
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
      .atLeast('profits_usd', filter.minNetGainsUsd)
      .matches(outcomesTerm(filter.outcomes, 'profits_usd > 0'));
    if (window !== undefined) terms.within(window);
    for (const places of passed) {
      const stops = new VisibleFilter(read, 'stops').matches(`place IN (${places})`);
      if (window !== undefined) stops.within(window);
      terms.matches(`(slot, copy, position) IN (SELECT slot, copy, position ${stops.sql})`);
    }
    return terms;
  };
}

/** Ids of the places with one of these names; 0, which is none, where there are none. */
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
