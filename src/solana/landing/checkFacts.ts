import type { LookupTable } from './chainAccounts.ts';
import type { AmmInstructionDecoder } from './decodedInstruction.ts';
import type { SimulatedOutcome } from './simulatedOutcome.ts';
import type { SimulationReport } from './transactionReport.ts';

/** From outside the transaction bytes. Missing facts are not checked, and a finding says so. */
export interface CheckFacts {
  readonly decodeAmmInstruction?: AmmInstructionDecoder;
  /** Tables by address; `missing`: no account, `not-a-table`: an account of another program. */
  readonly tables?: ReadonlyMap<string, LookupTable | 'missing' | 'not-a-table'>;
  /** Newest slot at which the chain was queried. */
  readonly slot?: number;
  readonly lifetime?: LifetimeFacts;
  /** `null`: the account does not exist. */
  readonly payerLamports?: bigint | null;
  /** Rent-exempt minimum of an account without data, as reported by the chain. */
  readonly walletRentExemptLamports?: bigint;
  readonly cluster?: ClusterFacts;
  /** `mainnet-beta`, `devnet`, `testnet` or `sandbox`. */
  readonly expectedCluster?: string;
  readonly simulation?: SimulationReport;
  readonly outcome?: SimulatedOutcome;
  readonly gainLimits?: GainLimits;
  /** Programs that the transaction calls but the chain lacks. */
  readonly missingPrograms?: MissingPrograms;
  readonly submission?: SubmissionFacts;
  readonly history?: HistoryFacts;
  /** The user's own wallets; any other payer needs confirmation. */
  readonly wallets?: ReadonlySet<string>;
}

export type LifetimeFacts =
  | {
      readonly kind: 'blockhash';
      readonly isValid: boolean;
      /** Blocks until it expires; `null` if the chain does not report it. */
      readonly blocksLeft: number | null;
    }
  | {
      readonly kind: 'nonce';
      /** `null` if it is not a nonce account. */
      readonly nonce: string | null;
      readonly authority: string | null;
    };

export interface GainLimits {
  readonly warnsNetGainNegative: boolean;
  /** Percent of the gross gain; `null`: no limit. */
  readonly maxTipSharePercent: number | null;
  /** `null`: no limit. */
  readonly maxSimulationAgeSeconds: number | null;
}

interface ClusterFacts {
  readonly genesisHash: string;
  /** Known name of the genesis hash; `null` for a private chain. */
  readonly name: string | null;
}

export interface MissingPrograms {
  readonly addresses: readonly string[];
  /** A sentence that says what the chain runs instead. */
  readonly explanation: string;
}

interface SubmissionFacts {
  /** Origin that receives the transaction, or the Sandbox's name. */
  readonly receiver: string;
  readonly isBundleOnly: boolean;
  /** A sentence on how the transaction is sent without protection. */
  readonly openPathDescription: string;
  /** Whether the endpoint simulates and rejects failing transactions. */
  readonly simulates: boolean;
  /** 0 if it needs none. */
  readonly minimumTipLamports: bigint;
  /** Only this provider's tip accounts count; `null`: any. */
  readonly provider: string | null;
}

interface HistoryFacts {
  /** Time since the same signature was sent. */
  readonly sameSignatureMilliseconds?: number;
  /** Time since the same message was sent, with any signature. */
  readonly sameMessageMilliseconds?: number;
}
