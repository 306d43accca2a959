import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { describeAmmCall } from '../../engine/landing/describeAmmCall.ts';
import type { LandingChain } from '../../engine/landing/landingChain.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import { checkBatch, checkTransaction } from '../../solana/landing/checkTransaction.ts';
import { canSend, type TransactionReport } from '../../solana/landing/transactionReport.ts';
import { decodeTransactionBytes } from '../../solana/wireTransaction.ts';

export interface LandingCheckInput {
  readonly transactions: readonly Uint8Array[];
  /** `null` for a service, which cannot be asked. */
  readonly chain: LandingChain | null;
  readonly channel: NonNullable<CheckFacts['submission']>;
  /** What was sent before, by what the bytes alone say. */
  readonly history?: (report: TransactionReport) => CheckFacts['history'];
  readonly wallets?: ReadonlySet<string>;
  readonly expectedCluster?: string;
  readonly signal?: AbortSignal;
}

/**
 * Every check of the transactions, with what the chain tells where there is one. A chain that does
 * not answer costs its own checks only, and says so.
 */
export async function runLandingChecks(input: LandingCheckInput): Promise<TransactionReport[]> {
  const reports = await Promise.all(input.transactions.map((bytes) => checkOne(bytes, input)));
  return checkBatch(reports);
}

async function checkOne(bytes: Uint8Array, input: LandingCheckInput): Promise<TransactionReport> {
  const { chain, channel: submission, wallets, expectedCluster, signal } = input;
  const bare = checkTransaction(bytes);
  const history = input.history?.(bare);
  const facts: CheckFacts = {
    decodeAmmInstruction: describeAmmCall,
    submission,
    ...(history === undefined ? {} : { history }),
    ...(wallets === undefined ? {} : { wallets }),
    ...(expectedCluster === undefined ? {} : { expectedCluster }),
  };
  if (chain === null || bare.version === null) return checkTransaction(bytes, facts);
  const transaction = decodeTransactionBytes(bytes);
  try {
    const known: CheckFacts = { ...facts, ...(await chain.facts(transaction, signal)) };
    const before = checkTransaction(bytes, known);
    // What may not be sent anyway is not worth the chain's time.
    if (!canSend(before)) return before;
    const simulation = await chain.simulate(bytes, transaction, known, signal);
    return checkTransaction(bytes, { ...known, simulation });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const report = checkTransaction(bytes, facts);
    const finding = {
      rank: 'warn',
      code: 'chain-not-asked',
      message: t('The chain could not be queried: {0}', errorMessage(error)),
    } as const;
    return { ...report, findings: [...report.findings, finding] };
  }
}
