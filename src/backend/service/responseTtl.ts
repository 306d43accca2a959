import type { OperationName } from '../../api/operations.ts';

/** How long an answer of an operation is as good as a new one. */
export interface ResponseTtl {
  readonly milliseconds: number;
  /** Kept over sessions, in the process's storage. */
  readonly isPersistent?: boolean;
}

const seconds = (count: number): ResponseTtl => ({ milliseconds: count * 1_000 });

const dayMilliseconds = 86_400_000;

/**
 * A finder that is polled moves with every block; percentiles and wallets are statistics of hours,
 * and the rates of the latter allow one request a minute. What a token is changes seldom; what a
 * transaction was, never.
 */
const operationTtls: Readonly<Record<OperationName, ResponseTtl | null>> = {
  finder: seconds(3),
  tipsByComputeUnit: seconds(30),
  tipsByGains: seconds(30),
  feesByComputeUnit: seconds(30),
  tokenInfo: { milliseconds: dayMilliseconds, isPersistent: true },
  walletOverview: seconds(30),
  walletTransactions: seconds(15),
  transaction: { milliseconds: 365 * dayMilliseconds, isPersistent: true },
  marketCache: seconds(60),
  landTransaction: null,
};

/** A block this old is final: its transactions stay as they are. */
const finalityMilliseconds = 60_000;
const unfinalizedTtl = seconds(5);

/** How long an answer is kept; `null`: not at all. */
export function responseTtl(
  operation: OperationName,
  result: unknown,
  nowMilliseconds: number,
): ResponseTtl | null {
  if (operation !== 'transaction') return operationTtls[operation];
  const timestamp =
    typeof result === 'object' && result !== null && 'timestamp' in result
      ? Date.parse(String(result.timestamp))
      : Number.NaN;
  return nowMilliseconds - timestamp > finalityMilliseconds
    ? operationTtls.transaction
    : unfinalizedTtl;
}
