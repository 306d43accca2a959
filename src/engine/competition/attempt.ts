import { AccountBalances } from '../decode/accountBalances.ts';
import { listsPools, readBotAttempt } from '../decode/botAttempt.ts';
import { namesCircularRoute } from '../decode/failedTransactions.ts';
import { flattenInstructions } from '../decode/readJsonMessage.ts';
import type { BlockTransaction } from './blockTransaction.ts';
import { isPrivateProgram } from './botProgram.ts';
import { type Circle, type CircleSwap, isClosed } from './circle.ts';
import type { AttemptFailure } from './failure.ts';
import type { RoutePool } from './poolChanges.ts';
import type { AttemptPrice } from './price.ts';

/**
 * How it is known that a transaction wanted a pool. `ran`: a swap of its circle ran there in the same
 * direction. `planned`: it failed at such a swap or before it, and its instructions name it.
 * `instruction`: its bot's instruction lists the two pools of the winner's circle and no others, between
 * which the bot takes the direction that gains.
 * `private-program`: it names the pool, and one operator's program ran that also won. `named`: it names
 * the pool, as bots do with dozens of pools.
 */
export type AttemptEvidence = 'ran' | 'planned' | 'instruction' | 'private-program' | 'named';

export interface Attempt {
  readonly transaction: BlockTransaction;
  /** The same text for all transactions of a party. */
  readonly party: string;
  readonly evidence: AttemptEvidence;
  /** The contested pools that it ran, would have run, or names. */
  readonly pools: readonly string[];
  /** All of these pools are hubs, which many routes use: weak evidence that it wanted the same. */
  readonly isWeak: boolean;
  readonly price: AttemptPrice;
  /** `null`: it succeeded and swapped. */
  readonly failure: AttemptFailure | null;
}

/** Position of a transaction on the chain, for sorting. */
export const isBefore = (
  first: Pick<BlockTransaction, 'slot' | 'position'>,
  second: Pick<BlockTransaction, 'slot' | 'position'>,
): boolean =>
  first.slot < second.slot || (first.slot === second.slot && first.position < second.position);

/** Swaps on the pools in the direction of the route; some pools hold more than two tokens. */
export function swapsAlong(circle: Circle, pools: readonly RoutePool[]): CircleSwap[] {
  return circle.swaps.filter(
    (swap) =>
      swap.movesPool &&
      pools.some(
        ({ pool, inputMint, outputMint }) =>
          swap.pool === pool && swap.inputMint === inputMint && swap.outputMint === outputMint,
      ),
  );
}

/** Whether it trades in a circle, or would have if it had not failed. */
export function isCircular(transaction: BlockTransaction): boolean {
  const { circle, record, message, meta, isSuccess } = transaction;
  if (isClosed(circle)) return true;
  if (isSuccess && circle.swaps.length > 0) return false;
  return record.bot !== null || namesCircularRoute(message, meta);
}

/** `null`: it did not want them as far as its instructions show. */
export function evidenceOf(
  transaction: BlockTransaction,
  contested: readonly RoutePool[],
  winner: BlockTransaction | null,
): { readonly evidence: AttemptEvidence; readonly pools: readonly string[] } | null {
  const { circle } = transaction;
  if (!isCircular(transaction)) return null;
  const along = swapsAlong(circle, contested);
  if (along.length > 0) {
    const ran = along.some(({ state }) => state === 'ran');
    return { evidence: ran ? 'ran' : 'planned', pools: poolsOf(along) };
  }
  // A circle that ran elsewhere to its end wanted something else.
  if (transaction.isSuccess ? circle.swaps.length > 0 : isClosed(circle)) return null;
  const named = contested.filter(({ pool }) => transaction.message.keys.indexOf(pool) >= 0);
  if (named.length === 0) return null;
  return { evidence: namingEvidence(transaction, winner), pools: named.map(({ pool }) => pool) };
}

function namingEvidence(
  transaction: BlockTransaction,
  winner: BlockTransaction | null,
): AttemptEvidence {
  if (winner === null) return 'named';
  if (listsCircleOf(transaction, winner)) return 'instruction';
  return runsPrivateProgramOf(transaction, winner) ? 'private-program' : 'named';
}

function listsCircleOf({ record, message, meta }: BlockTransaction, winner: BlockTransaction) {
  if (!listsPools(record.bot?.program ?? '')) return false;
  const instructions = flattenInstructions(message, meta);
  const attempt = readBotAttempt(message, instructions, new AccountBalances(message, meta));
  if (attempt === null || attempt.unknownPools > 0 || attempt.pools.length !== 2) return false;
  const listed = new Set(attempt.pools.map(({ pool }) => pool));
  const swaps = winner.circle.swaps;
  const used = new Set(swaps.map(({ pool }) => pool));
  return used.size === 2 && swaps.every(({ pool }) => pool !== null && listed.has(pool));
}

const poolsOf = (swaps: readonly CircleSwap[]): string[] => [
  ...new Set(swaps.flatMap(({ pool }) => pool ?? [])),
];

/** The program of a public bot says nothing about two of its users. */
function runsPrivateProgramOf(first: BlockTransaction, second: BlockTransaction): boolean {
  const program = second.record.bot?.program;
  return (
    program !== undefined && program === first.record.bot?.program && isPrivateProgram(program)
  );
}
