import type { TransactionDetail } from '../../api/transaction.ts';
import type { TransactionSource } from './transactionContent.ts';

/** Sends no request. */
export async function findRecordedExample(
  signature: string,
): Promise<{ readonly detail: TransactionDetail; readonly source: TransactionSource } | null> {
  const { recordedExamples, recordedSource } = await import('./recordedExamples.ts');
  const found = recordedExamples.find(({ detail }) => detail.signature === signature);
  return found === undefined ? null : { detail: found.detail, source: recordedSource };
}
