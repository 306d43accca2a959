import { parseProgramLogs } from '../../solana/logs/programLogs.ts';
import { explainTransactionFailure } from '../../solana/programErrors/transactionFailure.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';

/** Localized; `error` is `err` of Solana's RPC. `null`: no advice. */
export function failureAdvice(
  error: unknown,
  logs: readonly string[],
  { instructions, staticKeys }: Pick<WireTransaction, 'instructions' | 'staticKeys'>,
): string | null {
  const programs = instructions.map(({ programIndex }) => staticKeys[programIndex] ?? '');
  const parsed = parseProgramLogs(logs, programs);
  return explainTransactionFailure(error, parsed, programs)?.advice ?? null;
}
