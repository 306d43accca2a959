import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import type { SimulationReport } from '../../solana/landing/transactionReport.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { SimulatedRun, SimulatedRuns } from '../decode/simulatedRun.ts';
import type { SignedTransaction } from './readSignedTransaction.ts';

export type ChainFacts = Pick<
  CheckFacts,
  | 'tables'
  | 'slot'
  | 'lifetime'
  | 'payerLamports'
  | 'walletRentExemptLamports'
  | 'cluster'
  | 'missingPrograms'
>;

/** Status of a transaction; callers use `null` for one that the chain does not know. */
export interface TransactionStatus {
  readonly slot: number;
  readonly confirmation: 'processed' | 'confirmed' | 'finalized';
  readonly error: string | null;
}

/** Second parameter of `sendTransaction`; other members are passed on unchanged. */
export interface SendOptions {
  readonly frontRunningProtection?: boolean;
  readonly skipPreflight?: boolean;
  readonly [other: string]: unknown;
}

export interface SendResult {
  readonly signature: string;
  /** ID of the submission; empty if the endpoint returns none. */
  readonly uuid: string;
}

/** What would happen if the transaction were sent unchanged. */
export interface LandingSimulation {
  readonly report: SimulationReport;
  /** The same simulation for the decoder; `null` if the response was not readable. */
  readonly run: SimulatedRun | null;
}

/** A chain that accepts transactions. Every failure is a MarketError. */
export interface LandingChain {
  /** Display name: `Sandbox`, or the cluster of a node. */
  network(signal?: AbortSignal): Promise<string>;
  /** Facts that the node refuses to return are missing. */
  facts(transaction: WireTransaction, signal?: AbortSignal): Promise<ChainFacts>;
  /**
   * Runs it without sending it. Does not replace the blockhash. A node gets it without signatures,
   * because the user has not confirmed yet.
   */
  simulate(
    bytes: Uint8Array,
    transaction: WireTransaction,
    facts: ChainFacts,
    signal?: AbortSignal,
  ): Promise<LandingSimulation>;
  /**
   * Runs transactions without sending them. Ignores signatures and blockhashes. Runs them in order
   * as a bundle if the chain supports that, otherwise each on the newest state.
   */
  execute(transactions: readonly SignedTransaction[], signal?: AbortSignal): Promise<SimulatedRuns>;
  /** Sends exactly these bytes, once. Throws a LandingError if the chain rejects them. */
  send(bytes: Uint8Array, options: SendOptions, signal?: AbortSignal): Promise<SendResult>;
  /** In the order of the signatures. */
  statuses(
    signatures: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly (TransactionStatus | null)[]>;
  isBlockhashValid(blockhash: string, signal?: AbortSignal): Promise<boolean>;
  latestBlockhash(signal?: AbortSignal): Promise<LatestBlockhash>;
  /** Properties of the endpoint that the landing checks use. */
  readonly submissionEndpoint: {
    /** Origin that receives the transaction, for display. */
    readonly receiver: (isProtected: boolean) => string;
    readonly passesOptions: (isProtected: boolean) => boolean;
    /** Describes sending without protection; follows "it is sent to the host". */
    readonly openPathDescription: string;
    /** Whether it rejects transactions that would fail, if it receives options. */
    readonly simulates: boolean;
    /** `true` if protection is available, otherwise the reason why not. */
    readonly protection: true | string;
    readonly provider: (isProtected: boolean) => string | null;
    readonly minimumTipLamports: (isProtected: boolean) => bigint;
  };
}

export interface LatestBlockhash {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly slot: number;
}
