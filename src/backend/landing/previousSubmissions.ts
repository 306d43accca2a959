import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';

/** What is remembered of a transaction that was sent; nothing in it could be sent again. */
export interface SubmissionRecord {
  readonly signature: string;
  /** SHA-256 of its message, hexadecimal. */
  readonly messageSha256: string;
  readonly submittedAtMilliseconds: number;
}

/** How long ago the transaction, or another with its message, was sent last. */
export function findPreviousSubmissions(
  sent: readonly SubmissionRecord[],
  { signature, messageSha256 }: Pick<TransactionReport, 'signature' | 'messageSha256'>,
  now: number,
): NonNullable<CheckFacts['history']> {
  const age = (isSame: (one: SubmissionRecord) => boolean): number | undefined => {
    const times = sent.filter(isSame).map((one) => one.submittedAtMilliseconds);
    return times.length === 0 ? undefined : now - times.reduce((a, b) => Math.max(a, b));
  };
  const same = age((one) => one.signature === signature);
  const message = age((one) => one.messageSha256 === messageSha256);
  return {
    ...(same === undefined ? {} : { sameSignatureMilliseconds: same }),
    ...(message === undefined ? {} : { sameMessageMilliseconds: message }),
  };
}
