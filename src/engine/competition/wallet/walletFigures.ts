import {
  maxListedLosses,
  maxListedRivals,
  type WalletCompetition,
} from '../../../api/arbscope/walletCompetition.ts';
import { lamportsToSol } from '../../../api/tokenAmounts.ts';
import { hourStart } from '../../base/hour.ts';
import { isoTime } from '../../base/timeWindow.ts';
import type { SlotLeader } from '../../chain/slotReader.ts';
import { isBefore } from '../attempt.ts';
import { findOpportunities, type Opportunity, type OwnCompetition } from './opportunities.ts';
import { countsOf, findRivals, sumOf } from './rivals.ts';

export type WalletFigures = Pick<
  WalletCompetition,
  | ('attempts' | 'attempts_unclear' | 'uncontested' | 'won' | 'lost' | 'taken_by_nobody')
  | ('cost_of_losing_sol' | 'unknown_costs' | 'causes' | 'rivals_total' | 'rivals' | 'losses')
  | ('by_provider' | 'by_leader' | 'by_distance' | 'by_hour' | 'tip_curve')
>;

/** `leaders`: of the slots of the attempts, as far as they are known. */
export function walletFigures(
  wallet: string,
  competitions: readonly OwnCompetition[],
  leaders: ReadonlyMap<number, SlotLeader>,
): WalletFigures {
  const opportunities = findOpportunities(wallet, competitions);
  const of = (outcome: Opportunity['outcome']) =>
    opportunities.filter((one) => one.outcome === outcome);
  const [allWon, lost] = [of('won'), of('lost')];
  const won = allWon.filter(({ rivals }) => rivals.size > 0);
  const rivals = findRivals(opportunities);
  const costs = competitions.map(({ costSol }) => costSol);
  const knownCosts = costs.filter((cost) => cost !== null);
  return {
    attempts: competitions.length,
    attempts_unclear: competitions.filter(({ isClear }) => !isClear).length,
    uncontested: groupOf(allWon.filter((one) => one.rivals.size === 0)),
    won: groupOf(won),
    lost: groupOf(lost),
    taken_by_nobody: of('nobody').length,
    cost_of_losing_sol: sumOf(knownCosts),
    unknown_costs: costs.length - knownCosts.length,
    causes: countsOf(lost.map(({ own }) => own.cause)).map(([kind]) => ({
      kind,
      ...groupOf(lost.filter(({ own }) => own.cause === kind)),
    })),
    rivals_total: rivals.length,
    rivals: rivals.slice(0, maxListedRivals),
    ...winRates([...won, ...lost], leaders),
    tip_curve: tipCurve(lost, allWon),
    losses: lost
      .sort((one, other) => (isBefore(one.own.attempt, other.own.attempt) ? 1 : -1))
      .slice(0, maxListedLosses)
      .map(toLoss),
  };
}

function groupOf(opportunities: readonly Opportunity[]): WalletCompetition['won'] {
  const gains = opportunities.flatMap(({ own }) => own.winner?.gainSol ?? []);
  return {
    count: opportunities.length,
    gain_sol: sumOf(gains),
    unknown_gains: opportunities.length - gains.length,
  };
}

function winRates(
  contested: readonly Opportunity[],
  leaders: ReadonlyMap<number, SlotLeader>,
): Pick<WalletFigures, 'by_provider' | 'by_leader' | 'by_distance' | 'by_hour'> {
  const leaderOf = ({ own }: Opportunity) => leaders.get(own.attempt.slot) ?? null;
  const names = new Map(contested.map((one) => [leaderOf(one)?.address, leaderOf(one)?.name]));
  return {
    by_provider: rates(contested, ({ own }) => own.attempt.provider)
      .sort(byCount)
      .map(([provider, rate]) => ({ provider, ...rate })),
    by_leader: rates(contested, (one) => leaderOf(one)?.address ?? null)
      .sort(byCount)
      .map(([leader, rate]) => ({
        leader,
        leader_name: leader === null ? null : (names.get(leader) ?? null),
        ...rate,
      })),
    by_distance: rates(contested, ({ own }) => slotsAfter(own))
      .sort(ascending)
      .map(([slots, rate]) => ({ slots_after: slots, ...rate })),
    by_hour: rates(contested, ({ own }) => own.timeSeconds && hourStart(own.timeSeconds))
      .sort(ascending)
      .map(([hour, rate]) => ({ hour: hour === null ? null : isoTime(hour), ...rate })),
  };
}

interface Rate {
  readonly count: number;
  readonly won: number;
}

function rates<Key extends string | number | null>(
  opportunities: readonly Opportunity[],
  keyOf: (one: Opportunity) => Key,
): [Key, Rate][] {
  const found = new Map<Key, Rate>();
  for (const one of opportunities) {
    const { count, won } = found.get(keyOf(one)) ?? { count: 0, won: 0 };
    found.set(keyOf(one), { count: count + 1, won: won + (one.outcome === 'won' ? 1 : 0) });
  }
  return [...found];
}

type Entry<Key> = readonly [Key, Rate];
const byCount = ([one, a]: Entry<string | null>, [other, b]: Entry<string | null>): number =>
  b.count - a.count || ((one ?? '') < (other ?? '') ? -1 : 1);
/** What is unknown comes last. */
const ascending = ([one]: Entry<number | null>, [other]: Entry<number | null>): number =>
  (one ?? Number.POSITIVE_INFINITY) < (other ?? Number.POSITIVE_INFINITY) ? -1 : 1;

const slotsAfter = ({ attempt, trigger }: OwnCompetition): number | null =>
  trigger && attempt.slot - trigger.slot;

/** In percent of what the arbitrage earned before its tip. */
function tipPercent({ leastTip, winner }: OwnCompetition): number | 'none' | 'unknown' {
  if (typeof leastTip !== 'bigint') return leastTip;
  const earned = winner?.beforeTipSol ?? 0;
  return earned > 0 ? (lamportsToSol(leastTip) / earned) * 100 : 'unknown';
}

/** A wallet cannot know before that nobody contests an arbitrage: a higher tip costs there as well. */
function tipCurve(
  lost: readonly Opportunity[],
  won: readonly Opportunity[],
): WalletCompetition['tip_curve'] {
  const asked = lost.map(({ own }) => ({
    percent: tipPercent(own),
    earned: own.winner?.beforeTipSol ?? 0,
  }));
  const paid = won.flatMap(({ own }) => {
    const { tip = null, beforeTipSol = null } = own.winner ?? {};
    return tip === null || beforeTipSol === null
      ? []
      : [{ tip: lamportsToSol(tip), earned: beforeTipSol }];
  });
  const points = Array.from({ length: 101 }, (_, percent) => {
    const gained = asked.filter((one) => typeof one.percent === 'number' && one.percent <= percent);
    return {
      percent,
      won: gained.length,
      gain_sol: sumOf(gained.map(({ earned }) => earned * (1 - percent / 100))),
      extra_cost_sol: sumOf(
        paid.map(({ tip, earned }) => Math.max(0, (earned * percent) / 100 - tip)),
      ),
    };
  });
  return {
    count: lost.length,
    unknown: asked.filter(({ percent }) => percent === 'unknown').length,
    unknown_costs: won.length - paid.length,
    points,
  };
}

function toLoss({ own }: Opportunity): WalletCompetition['losses'][number] {
  const { attempt, winner, timeSeconds } = own;
  const percent = tipPercent(own);
  return {
    signature: attempt.signature,
    slot: attempt.slot,
    iso_time: timeSeconds === null ? null : isoTime(timeSeconds),
    cause: own.cause,
    winner_signature: winner?.signature ?? '',
    winner_wallet: winner?.wallet ?? '',
    gain_sol: winner?.gainSol ?? null,
    slots_after: slotsAfter(own),
    provider: attempt.provider,
    price: attempt.price,
    winner_price: winner?.price ?? null,
    tip_percent: typeof percent === 'number' ? percent : null,
  };
}
