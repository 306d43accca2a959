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

/** Where a transaction stands; `null` elsewhere means that the chain does not know it. */
export interface TransactionStatus {
  readonly slot: number;
  readonly confirmation: 'processed' | 'confirmed' | 'finalized';
  /** Why it failed, in words; `null` for a success. */
  readonly error: string | null;
}

/** Members of the second parameter of `sendTransaction`; others are passed on as they are. */
export interface SendOptions {
  readonly frontRunningProtection?: boolean;
  readonly skipPreflight?: boolean;
  readonly [other: string]: unknown;
}

export interface SendResult {
  readonly signature: string;
  /** Name of the submission; empty where the way has none. */
  readonly uuid: string;
}

/** What would happen to a transaction that is sent as it is. */
export interface LandingSimulation {
  readonly report: SimulationReport;
  /** Of the same simulation, for the decoder; `null`: the chain returned nothing readable. */
  readonly run: SimulatedRun | null;
}

/** A chain that can be asked, and that takes transactions. Every failure is a MarketError. */
export interface LandingChain {
  /** Shown to people: `Sandbox`, or the cluster of a node. */
  network(signal?: AbortSignal): Promise<string>;
  /** What a node refuses to tell is left out. */
  facts(transaction: WireTransaction, signal?: AbortSignal): Promise<ChainFacts>;
  /** Runs it without sending it: signatures are checked, the blockhash is not replaced. */
  simulate(
    bytes: Uint8Array,
    transaction: WireTransaction,
    facts: ChainFacts,
    signal?: AbortSignal,
  ): Promise<LandingSimulation>;
  /**
   * Runs transactions without sending them, whatever they are signed with and whatever blockhash
   * they name: in order as a bundle where the chain can, otherwise each on the newest state.
   */
  execute(transactions: readonly SignedTransaction[], signal?: AbortSignal): Promise<SimulatedRuns>;
  /** Sends exactly these bytes, once. Throws a LandingError for what the chain does not take. */
  send(bytes: Uint8Array, options: SendOptions, signal?: AbortSignal): Promise<SendResult>;
  /** In the order of the signatures. */
  statuses(
    signatures: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly (TransactionStatus | null)[]>;
  /** Whether a transaction with this blockhash could still be taken. */
  isBlockhashValid(blockhash: string, signal?: AbortSignal): Promise<boolean>;
  latestBlockhash(signal?: AbortSignal): Promise<LatestBlockhash>;
  /** What the way asks for, for the checks. */
  readonly submissionEndpoint: {
    /** Origin that gets the transaction, shown to people. */
    readonly receiver: (isProtected: boolean) => string;
    /** Whether the receiver gets the options beside the transaction. */
    readonly passesOptions: (isProtected: boolean) => boolean;
    /** How it goes without protection, in words that follow "it is sent to the host". */
    readonly openPathDescription: string;
    /** Whether it refuses what would fail, where it gets options. */
    readonly simulates: boolean;
    /** `false`: protection cannot be asked for, with the reason in words. */
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
