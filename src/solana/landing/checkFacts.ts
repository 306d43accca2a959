import type { LookupTable } from './chainAccounts.ts';
import type { AmmInstructionDecoder } from './decodedInstruction.ts';
import type { SimulatedOutcome } from './simulatedOutcome.ts';
import type { SimulationReport } from './transactionReport.ts';

/** What is known beside the bytes themselves. Whatever is left out is not checked, and said so. */
export interface CheckFacts {
  readonly decodeAmmInstruction?: AmmInstructionDecoder;
  /** Tables by address; `missing`: no account, `not-a-table`: one of another program. */
  readonly tables?: ReadonlyMap<string, LookupTable | 'missing' | 'not-a-table'>;
  /** Newest slot that the chain was asked at. */
  readonly slot?: number;
  readonly lifetime?: LifetimeFacts;
  /** `null`: there is no such account. */
  readonly payerLamports?: bigint | null;
  /** Rent-exempt minimum of an account without data, as the chain tells it. */
  readonly walletRentExemptLamports?: bigint;
  readonly cluster?: ClusterFacts;
  /** The chain that the user thinks of: `mainnet-beta`, `devnet`, `testnet`, `sandbox`. */
  readonly expectedCluster?: string;
  readonly simulation?: SimulationReport;
  /** What the simulation does on the market. */
  readonly outcome?: SimulatedOutcome;
  readonly gainLimits?: GainLimits;
  /** Programs that the transaction calls and the chain does not have, and what it has. */
  readonly missingPrograms?: MissingPrograms;
  readonly submission?: SubmissionFacts;
  readonly history?: HistoryFacts;
  /** The user's own; a payer that is none of them is worth a question. */
  readonly wallets?: ReadonlySet<string>;
}

export type LifetimeFacts =
  | {
      readonly kind: 'blockhash';
      readonly isValid: boolean;
      /** Until it expires; `null` where the chain does not tell. */
      readonly blocksLeft: number | null;
    }
  | {
      readonly kind: 'nonce';
      /** Value that the nonce account holds now; `null` where it is no nonce account. */
      readonly nonce: string | null;
      readonly authority: string | null;
    };

/** What the user wants to be warned about in trades. */
export interface GainLimits {
  readonly warnsNetGainNegative: boolean;
  /** Of the gross gain; `null`: no limit. */
  readonly maxTipSharePercent: number | null;
  /** `null`: no limit. */
  readonly maxSimulationAgeSlots: number | null;
}

interface ClusterFacts {
  readonly genesisHash: string;
  /** What the genesis hash is known as; `null` for a chain of one's own. */
  readonly name: string | null;
}

export interface MissingPrograms {
  readonly addresses: readonly string[];
  /** A sentence on what the chain runs instead. */
  readonly explanation: string;
}

/** What the way to the chain asks for. */
interface SubmissionFacts {
  /** Origin that gets the transaction, or the Sandbox's name. */
  readonly receiver: string;
  readonly isBundleOnly: boolean;
  /** How it goes without protection: a sentence. */
  readonly openPathDescription: string;
  /** Whether it refuses what would fail. */
  readonly simulates: boolean;
  /** Least tip that it takes notice of; 0 where it needs none. */
  readonly minimumTipLamports: bigint;
  /** Whose tip accounts it takes notice of; `null` for any. */
  readonly provider: string | null;
}

interface HistoryFacts {
  /** The same signature was sent this long ago. */
  readonly sameSignatureMilliseconds?: number;
  /** The same message, under whatever signature. */
  readonly sameMessageMilliseconds?: number;
}
