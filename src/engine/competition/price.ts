import { wrappedSolMint } from '../../solana/baseMints.ts';
import { defaultUnitsOf, maxComputeUnitLimit } from '../../solana/landing/checkFees.ts';
import { tipProviderByAccount } from '../../solana/tipAccounts.ts';
import { computeUnitLimit } from '../decode/computeBudget.ts';
import type { Message } from '../decode/message.ts';
import { systemAction } from '../decode/programActions.ts';
import { flattenInstructions } from '../decode/readJsonMessage.ts';
import type { BlockTransaction } from './blockTransaction.ts';

/** What an attempt paid or offered to be included, in lamports. */
export interface AttemptPrice {
  /** Paid also by a failure. */
  readonly priorityFee: bigint;
  /** `null`: unknown, as of programs that tip after their swaps. */
  readonly tip: bigint | null;
  /** The transaction failed, which undid its tip. */
  readonly isTipOffered: boolean;
  /** `null`: no tip, or an unknown one. */
  readonly provider: string | null;
  /** The next transaction of the party, which paid a part of the tip; `null`: none. */
  readonly bundledTip: BlockTransaction | null;
  /** Tip and priority fee. */
  readonly whole: bigint | null;
  /** The limit in force, the chain's default where none is set. */
  readonly computeUnitLimit: number;
  /** Of the whole; `null`: unknown, or a limit of 0. */
  readonly microLamportsPerUnit: bigint | null;
}

const microLamportsPerLamport = 1_000_000n;
/** A bundle has at most five transactions. */
export const bundledAfter = 4;

interface Tips {
  readonly lamports: bigint | null;
  readonly provider: string | null;
}

/**
 * @param bundled transactions of its party within the next `bundledAfter` positions, nearest first, up to the
 * party's next attempt, to which later ones belong: a tip counts for one attempt
 */
export function priceOf(
  transaction: BlockTransaction,
  bundled: readonly BlockTransaction[],
): AttemptPrice {
  const own = transaction.isSuccess ? paidTips(transaction) : offeredTips(transaction);
  const bundledTip = bundled.find(isTipAlone) ?? null;
  const later: Tips = bundledTip === null ? { lamports: 0n, provider: null } : paidTips(bundledTip);
  const isKnown = own.lamports !== null && later.lamports !== null;
  const tip = isKnown ? own.lamports + later.lamports : null;
  const priorityFee = transaction.record.priorityFeeLamports;
  const whole = tip === null ? null : tip + priorityFee;
  const limit = limitInForce(transaction.message);
  return {
    priorityFee,
    tip,
    isTipOffered: !transaction.isSuccess && own.lamports !== 0n,
    provider: own.provider ?? later.provider,
    bundledTip,
    whole,
    computeUnitLimit: limit,
    microLamportsPerUnit:
      whole === null || limit === 0 ? null : (whole * microLamportsPerLamport) / BigInt(limit),
  };
}

export function limitInForce(message: Message): number {
  const set = computeUnitLimit(message);
  const limit =
    set ??
    message.instructions.reduce(
      (sum, { program }) => sum + defaultUnitsOf(message.keys.at(program)),
      0,
    );
  return Math.min(limit, maxComputeUnitLimit);
}

function paidTips({ record }: BlockTransaction): Tips {
  const { tips } = record;
  const provider = tips[0]?.provider ?? null;
  // A tip in tokens is worth lamports that only a price would tell.
  if (tips.some(({ mint }) => mint !== wrappedSolMint)) return { lamports: null, provider };
  return { lamports: tips.reduce((sum, { amount }) => sum + amount, 0n), provider };
}

/** Those that its instructions name, whether they ran or not. */
function offeredTips({ message, meta }: BlockTransaction): Tips {
  const { keys, programs } = message;
  let lamports = 0n;
  let provider: string | null = null;
  for (const instruction of flattenInstructions(message, meta)) {
    if (!programs.at(instruction.program).isSystem) continue;
    const action = systemAction(instruction, keys);
    if (action?.kind !== 'lamports' || action.to < 0) continue;
    const receiver = tipProviderByAccount.get(keys.at(action.to));
    if (receiver === undefined) continue;
    provider ??= receiver;
    lamports += action.amount;
  }
  if (lamports > 0n) return { lamports, provider };
  for (let at = 0; at < keys.length; at++) {
    const named = tipProviderByAccount.get(keys.at(at));
    // Its program would have tipped after its swaps. A router's authority is never written.
    if (named !== undefined && message.isWritable(at)) return { lamports: null, provider: named };
  }
  return { lamports: 0n, provider: null };
}

/** Only pays a tip, as the last transaction of a bundle. */
function isTipAlone(transaction: BlockTransaction): boolean {
  const { isSuccess, circle, record } = transaction;
  return (
    isSuccess && circle.swaps.length === 0 && record.attempt === null && record.tips.length > 0
  );
}
