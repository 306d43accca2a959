import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import type { LandingChain } from '../../engine/chain/landingChain.ts';
import { findSwapLayout } from '../../engine/decode/ammLayouts.ts';
import { ProgramIdls } from '../../engine/idl/programIdls.ts';
import { type KnownTokens, tokensOf } from '../../engine/idl/tokenAmounts.ts';
import { decodeOutcome, type MintKnowledge } from '../../engine/landing/toSimulatedOutcome.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import type { CheckFacts, GainLimits } from '../../solana/landing/checkFacts.ts';
import { checkBatch, checkTransaction, isTrade } from '../../solana/landing/checkTransaction.ts';
import type { AmmInstructionDecoder } from '../../solana/landing/decodedInstruction.ts';
import { canSend, type TransactionReport } from '../../solana/landing/transactionReport.ts';
import { decodeTransactionBytes } from '../../solana/wireTransaction.ts';
import { createIdlDecoder, nameReportedError } from './idlInstructions.ts';

export interface LandingCheckInput {
  readonly transactions: readonly Uint8Array[];
  /** `null` for a service, which has no chain queries. */
  readonly chain: LandingChain | null;
  readonly channel: NonNullable<CheckFacts['submission']>;
  /** Earlier submissions of the same bytes or message. */
  readonly history?: (report: TransactionReport) => CheckFacts['history'];
  readonly wallets?: ReadonlySet<string>;
  readonly expectedCluster?: string;
  /** Thresholds for warnings about trades; defaults if absent. */
  readonly gainLimits?: GainLimits;
  /** Prices and symbols for the figures of trades; without them, only the trade's own are used. */
  readonly mints?: MintKnowledge | undefined;
  /** Of the user's programs. */
  readonly idls?: ProgramIdls;
  /** Called when the result of a simulation arrives, with the position of its transaction. */
  readonly onSimulated?: (position: number) => void;
  readonly signal?: AbortSignal;
}

/** If the chain does not respond, only its checks are missing, with a warning. */
export async function runLandingChecks(input: LandingCheckInput): Promise<TransactionReport[]> {
  const reports = await Promise.all(
    input.transactions.map((bytes, position) => checkOne(bytes, position, input)),
  );
  return checkBatch(reports);
}

async function checkOne(
  bytes: Uint8Array,
  position: number,
  input: LandingCheckInput,
): Promise<TransactionReport> {
  const { chain, channel: submission, wallets, expectedCluster, gainLimits, signal } = input;
  const bare = checkTransaction(bytes);
  const history = input.history?.(bare);
  const idls = input.idls ?? ProgramIdls.none;
  const decoderWith = (tokens?: KnownTokens): AmmInstructionDecoder => {
    const decodeByIdl = createIdlDecoder(idls, tokens);
    return (call) => decodeByIdl(call) ?? describeAmmCall(call);
  };
  const facts: CheckFacts = {
    decodeAmmInstruction: decoderWith(),
    submission,
    ...(history === undefined ? {} : { history }),
    ...(wallets === undefined ? {} : { wallets }),
    ...(expectedCluster === undefined ? {} : { expectedCluster }),
    ...(gainLimits === undefined ? {} : { gainLimits }),
  };
  if (chain === null || bare.version === null) return checkTransaction(bytes, facts);
  const transaction = decodeTransactionBytes(bytes);
  try {
    const known: CheckFacts = { ...facts, ...(await chain.facts(transaction, signal)) };
    const before = checkTransaction(bytes, known);
    if (!canSend(before)) return before;
    const { report, run } = await chain.simulate(bytes, transaction, known, signal);
    input.onSimulated?.(position);
    const outcome = decodeOutcome(
      { bytes, transaction, run, slot: report.slot },
      input.mints ?? null,
      isTrade(before),
    );
    const simulation = nameReportedError(report, run?.meta.err, idls);
    const keyAt = (index: number) => transaction.staticKeys[index] ?? null;
    const decodeAmmInstruction = decoderWith(run?.meta && tokensOf(run.meta, keyAt));
    return checkTransaction(bytes, { ...known, simulation, outcome, decodeAmmInstruction });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const report = checkTransaction(bytes, facts);
    const finding = {
      rank: 'warn',
      code: 'chain-not-asked',
      message: t('The chain could not be queried'),
      detail: errorMessage(error),
    } as const;
    return { ...report, findings: [...report.findings, finding] };
  }
}

export const describeAmmCall: AmmInstructionDecoder = ({ program, accounts, data }) => {
  const layout = ammPrograms.has(program) ? findSwapLayout(program, { data }) : null;
  if (layout === null) return null;
  return {
    name: layout.pools.length > 1 ? t('Swap through two pools') : t('Swap'),
    details: layout.pools.map((position, at) => [
      layout.pools.length > 1 ? t('pool {0}', at + 1) : t('pool'),
      accounts[position] ?? t('not resolved'),
    ]),
  };
};
