import type { CompetitionCause } from '../../api/arbscope/competition.ts';
import { type Attempt, isBefore } from './attempt.ts';
import type { Circle, CircleSwap } from './circle.ts';

export interface Cause {
  /** `null`: the price of one of the two is unknown, which alone would tell. */
  readonly kind: CompetitionCause | null;
  /** The transaction that made the same circle ahead of the winner, and lost. */
  readonly sameCircle: Attempt | null;
  /**
   * What its circle would have returned above its input at the winner's rates, in raw units of the mint
   * that it starts from; `null`: not known.
   */
  readonly atWinnersRates: bigint | null;
  /** Tip and priority fee by compute unit say the opposite of the whole. */
  readonly isPriceMixed: boolean;
}

const plain = (kind: CompetitionCause | null): Cause => ({
  kind,
  sameCircle: null,
  atWinnersRates: null,
  isPriceMixed: false,
});

/**
 * @param winner `null`: nobody in the window took it
 * @param others the attempts of all parties behind the trigger
 */
export function causeOf(rival: Attempt, winner: Attempt | null, others: readonly Attempt[]): Cause {
  const { failure } = rival;
  if (failure === null) return plain('later-taker');
  if (failure.kind === 'own') return plain('own-error');
  if (failure.kind === 'unknown') return plain('unknown-error');
  if (winner === null || isBefore(rival.transaction, winner.transaction)) {
    return plain('unprofitable');
  }
  const sameCircle = findSameLoss(rival, winner, others);
  const atWinnersRates = resultAtRates(rival.transaction.circle, winner.transaction.circle);
  if (sameCircle !== null || (atWinnersRates !== null && atWinnersRates <= 0n)) {
    return { ...plain('lost-anyway'), sameCircle, atWinnersRates };
  }
  const [own, won] = [rival.price, winner.price];
  if (own.whole === null || won.whole === null) return { ...plain(null), atWinnersRates };
  const isLower = own.whole < won.whole;
  const isLowerPerUnit =
    own.microLamportsPerUnit === null || won.microLamportsPerUnit === null
      ? isLower
      : own.microLamportsPerUnit < won.microLamportsPerUnit;
  return {
    ...plain(isLower ? 'outbid' : 'latency'),
    atWinnersRates,
    isPriceMixed: isLower !== isLowerPerUnit,
  };
}

/** An attempt ahead of the winner with the same circle that lost, at the size of the rival or less. */
function findSameLoss(rival: Attempt, winner: Attempt, others: readonly Attempt[]): Attempt | null {
  const { circle } = rival.transaction;
  const key = circleKey(circle);
  if (key === null) return null;
  const size = circle.swaps[0]?.amounts?.input ?? null;
  const found = others.find((other) => {
    const same = other.transaction.circle;
    if (same === null || !isBefore(other.transaction, winner.transaction)) return false;
    if (same.cycle.kind !== 'circular-with-loss' || circleKey(same) !== key) return false;
    const lost = same.swaps[0]?.amounts?.input ?? null;
    return size !== null && lost !== null && lost <= size;
  });
  return found ?? null;
}

/** The pools and directions in order; `null`: a pool is unknown. */
export function circleKey({ swaps }: Circle): string | null {
  if (swaps.length === 0 || swaps.some(({ pool }) => pool === null)) return null;
  return swaps
    .map(({ pool, inputMint, outputMint }) => `${pool} ${inputMint} ${outputMint}`)
    .join(' ');
}

/**
 * Follows the rival's circle with the winner's rates where the winner made the same swap, else with its
 * own. The rate of a swap is a limit for its size or more, as a larger swap gets a worse one. `null`: the
 * circle shares no swap with the winner's, is no chain of swaps, or has one whose rate is not known.
 */
export function resultAtRates(rival: Circle, winner: Circle): bigint | null {
  const input = rival.swaps[0]?.amounts?.input;
  if (input === undefined || rival.swaps.length < 2) return null;
  let amount = input;
  let mint = rival.swaps[0]?.inputMint;
  let isShared = false;
  for (const swap of rival.swaps) {
    if (swap.inputMint !== mint) return null;
    const won = winner.swaps.find((one) => isSameSwap(one, swap))?.amounts ?? null;
    isShared ||= won !== null;
    const rate = won ?? swap.amounts;
    if (rate === null || rate.input === 0n || amount < rate.input) return null;
    amount = (amount * rate.output) / rate.input;
    mint = swap.outputMint;
  }
  return isShared && mint === rival.swaps[0]?.inputMint ? amount - input : null;
}

const isSameSwap = (first: CircleSwap, second: CircleSwap): boolean =>
  first.pool !== null &&
  first.pool === second.pool &&
  first.inputMint === second.inputMint &&
  first.outputMint === second.outputMint;
