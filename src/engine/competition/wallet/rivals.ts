import type { CompetitionCause } from '../../../api/arbscope/competition.ts';
import type { WalletRival } from '../../../api/arbscope/walletCompetition.ts';
import type { MetAttempt, Opportunity } from './opportunities.ts';

interface Meeting {
  readonly opportunity: Opportunity;
  /** Those of the rival. */
  readonly attempts: readonly MetAttempt[];
  /** Its winning one, otherwise its first. */
  readonly counted: MetAttempt;
  readonly isLost: boolean;
}

/** The other parties that wanted the same; those that won most against the wallet first. */
export function findRivals(opportunities: readonly Opportunity[]): WalletRival[] {
  const meetings = new Map<string, Meeting[]>();
  for (const opportunity of opportunities) {
    const { winner } = opportunity.own;
    for (const [party, attempts] of opportunity.rivals) {
      const isLost = opportunity.lostTo === party;
      const won = attempts.find(({ signature }) => signature === winner?.signature);
      const [counted = won] = won === undefined ? attempts : [won];
      if (counted === undefined) continue;
      const known = meetings.get(party) ?? [];
      known.push({ opportunity, attempts, counted, isLost });
      meetings.set(party, known);
    }
  }
  return [...meetings.values()]
    .map(toRival)
    .sort(
      (one, other) =>
        other.lost - one.lost ||
        other.meetings - one.meetings ||
        (one.wallet < other.wallet ? -1 : 1),
    );
}

function toRival(meetings: readonly Meeting[]): WalletRival {
  const wallets = countsOf(
    meetings.flatMap(({ attempts }) => attempts.map(({ wallet }) => wallet)),
  );
  const bots = countsOf(
    meetings.flatMap(({ attempts }) => attempts.flatMap(({ bot }) => bot ?? [])),
  );
  const lost = meetings.filter(({ isLost }) => isLost);
  const gains = lost.map(({ opportunity }) => opportunity.own.winner?.gainSol ?? null);
  const known = gains.filter((gain) => gain !== null);
  const causes = lost.map(({ opportunity }): CompetitionCause | null => opportunity.own.cause);
  return {
    wallet: wallets[0]?.[0] ?? '',
    wallets: wallets.map(([wallet]) => wallet),
    bot: bots[0]?.[0] ?? null,
    meetings: meetings.length,
    won: meetings.filter(({ opportunity }) => opportunity.outcome === 'won').length,
    lost: lost.length,
    gain_lost_sol: sumOf(known),
    unknown_gains: gains.length - known.length,
    median_price: medianOf(meetings.flatMap(({ counted }) => counted.price ?? [])),
    own_median_price: medianOf(
      meetings.flatMap(({ opportunity }) => opportunity.own.attempt.price ?? []),
    ),
    causes: countsOf(causes).map(([kind, count]) => ({ kind, count })),
    providers: countsOf(meetings.map(({ counted }) => counted.provider)).map(
      ([provider, count]) => ({ provider, count }),
    ),
  };
}

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

/** Most frequent first, equal ones in the order of their texts. */
export function countsOf<Value extends string | null>(
  values: readonly Value[],
): (readonly [Value, number])[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(
    ([one, count], [other, more]) => more - count || ((one ?? '') < (other ?? '') ? -1 : 1),
  );
}

/** Of an even number of values the mean of the middle ones, rounded down; `null` without any. */
function medianOf(values: readonly bigint[]): bigint | null {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return below === undefined || above === undefined ? null : (below + above) / 2n;
}
