import { ammPrograms } from '../../solana/knownPrograms.ts';
import { isSlippageError } from '../../solana/programErrors/errorAdvice.ts';
import {
  explainTransactionFailure,
  type TransactionFailure,
} from '../../solana/programErrors/transactionFailure.ts';
import type { BlockTransaction } from './blockTransaction.ts';
import { isClosed } from './circle.ts';

/**
 * Why an attempt ended without a gain. `slippage`: a price was worse than it accepts. `no-profit`: its
 * own check found no gain. `own`: an error of the attempt itself, such as missing funds or too few
 * compute units. `unknown`: the error has no known meaning.
 */
export type FailureKind = 'slippage' | 'no-profit' | 'own' | 'unknown';

export interface AttemptFailure {
  readonly kind: FailureKind;
  /** `null` for a success without a swap. */
  readonly error: TransactionFailure | null;
  /** The error has no name: the loss of the completed circle shows what it means. */
  readonly isInferred: boolean;
}

const saysNoProfit =
  /\b(?:no|not|non|isn'?t|un|in?sufficient|not enough|low(?:er)?|min(?:imum)?)[\s_-]*profit|no[\s_-]*arb|NoProfit|NotProfitable|Unprofitable|ProfitTooLow/i;
const saysSlippage = /slippage/i;

/** `null` for a success with swaps, and for what never reached a block. */
export function failureOf(
  transaction: BlockTransaction,
  timeSeconds: number | null,
): AttemptFailure | null {
  const { isSuccess, isLanded, circle } = transaction;
  if (!isLanded) return null;
  if (isSuccess) {
    if (circle.swaps.length > 0) return null;
    return { kind: 'no-profit', error: null, isInferred: false };
  }
  const { meta, logs, programs } = transaction;
  const error = explainTransactionFailure(meta.err, logs(), programs, timeSeconds ?? undefined);
  const kind = namedKind(error);
  if (kind !== 'unknown') return { kind, error, isInferred: false };
  const isInferred = failedAfterLoss(transaction, error);
  return { kind: isInferred ? 'no-profit' : 'unknown', error, isInferred };
}

function namedKind(error: TransactionFailure | null): FailureKind {
  if (error === null) return 'unknown';
  const { name, message, programWords } = error;
  const words = [name, message, programWords].filter((text) => text !== null);
  if (words.some((text) => saysNoProfit.test(text))) return 'no-profit';
  const isSlippage = name !== null && isSlippageError(name);
  if (isSlippage || words.some((text) => saysSlippage.test(text))) return 'slippage';
  return name === null ? 'unknown' : 'own';
}

/**
 * Whether a program that is no market failed with a number of its own after all swaps had run, and
 * returned no more than they took: only a check of the gain is left to fail then.
 */
function failedAfterLoss({ circle }: BlockTransaction, error: TransactionFailure | null): boolean {
  if (error === null || error.code === null) return false;
  const isMarket = error.program === null || ammPrograms.has(error.program);
  if (isMarket || circle.swaps.some(({ state }) => state !== 'ran')) return false;
  return isClosed(circle) && circle.cycle.kind === 'circular-with-loss';
}
