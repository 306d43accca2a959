import type { CompetitionCause } from '../../../api/arbscope/competition.ts';
import { lamportsToSol } from '../../../api/tokenAmounts.ts';
import type { Attempt } from '../../competition/attempt.ts';
import type { Competition, Rival } from '../../competition/findCompetition.ts';
import { accountsOf } from '../../competition/parties.ts';
import type {
  MetAttempt,
  OwnCompetition,
  WinningAttempt,
} from '../../competition/wallet/opportunities.ts';
import type { PriceLookup } from '../../prices/priceTracker.ts';
import { valuationOf } from './attemptValuation.ts';
import { wouldHaveWon } from './wouldHaveWon.ts';

/** Keeps of a competition what the figures of the wallet need, without its transactions. */
export function toOwnCompetition(
  found: Competition,
  timeSeconds: number | null,
  prices: PriceLookup,
): OwnCompetition {
  const { subject, winner, trigger, laterTakers, rivals } = found;
  const isWinner = winner?.transaction === subject.transaction;
  const rival = [...rivals, ...laterTakers].find((one) => isOf(one, subject)) ?? null;
  // A trader who swaps on the way is no rival.
  const takers = found.earlierTakers.filter(({ isCircle }) => isCircle);
  const wanted = [...takers, ...rivals, ...found.ownCopies, ...laterTakers].filter(
    ({ evidence }) => evidence !== 'named',
  );
  const cause = isWinner ? null : causeOf(found, rival);
  return {
    attempt: toMet(subject),
    timeSeconds,
    isClear: isWinner || subject.evidence !== 'named',
    costSol: isWinner ? 0 : valuationOf(subject, prices).netGainsSol,
    winner: winner && toWinning(winner, prices),
    trigger: trigger && {
      signature: trigger.transaction.signature,
      pool: trigger.pool.pool,
      slot: trigger.transaction.slot,
    },
    others: [...(winner === null ? [] : [winner]), ...wanted].map(toMet),
    cause,
    leastTip: cause !== null && noTipHelps.has(cause) ? 'none' : leastTipOf(found, rival, prices),
  };
}

const isOf = (one: Attempt, { transaction }: Attempt): boolean => one.transaction === transaction;

/** One that took it ahead of the winner, with a loss, is no rival of it and has no cause. */
function causeOf({ earlierTakers, subject }: Competition, rival: Rival | null) {
  const isTaker = earlierTakers.some((one) => isOf(one, subject));
  return isTaker ? 'unprofitable' : (rival?.cause.kind ?? null);
}

const noTipHelps: ReadonlySet<CompetitionCause> = new Set([
  ...(['own-error', 'unprofitable', 'lost-anyway', 'latency', 'later-taker'] as const),
]);

/** Of a provider that does not say how it ranks, the lower of both that it did not offer already. */
function leastTipOf(
  found: Competition,
  rival: Rival | null,
  prices: PriceLookup,
): OwnCompetition['leastTip'] {
  const { figures } = wouldHaveWon(found, rival, prices);
  if (figures === null) return 'unknown';
  const { tip, tip_by_unit: byUnit, ranking, provider } = figures;
  const { price } = found.subject;
  const offered = price.provider === provider ? (price.tip ?? 0n) : 0n;
  const ranked = ranking === 'by-unit' && byUnit !== null ? [byUnit] : [tip, byUnit ?? tip];
  const higher = ranked.filter((one) => one > offered);
  return higher.reduce<bigint | 'unknown'>(
    (least, one) => (least === 'unknown' || one < least ? one : least),
    'unknown',
  );
}

function toMet({ transaction, party, price }: Attempt): MetAttempt {
  const { signature, slot, position, message, record } = transaction;
  return {
    ...{ signature, slot, position },
    wallet: message.keys.at(0),
    accounts: [...new Set([party, ...accountsOf(transaction)])],
    bot: record.bot?.family ?? null,
    provider: price.provider,
    price: price.whole,
  };
}

function toWinning(winner: Attempt, prices: PriceLookup): WinningAttempt {
  const { netGainsSol, tipLamports } = valuationOf(winner, prices);
  return {
    ...toMet(winner),
    gainSol: netGainsSol,
    beforeTipSol: netGainsSol === null ? null : netGainsSol + lamportsToSol(tipLamports),
    tip: winner.price.tip,
  };
}
