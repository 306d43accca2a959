import * as is from '../guards.ts';
import type { CompetitionContent } from './competition.ts';
import type { IdlNames } from './idlNames.ts';
import { linkRequests } from './links.ts';

const ofSignature = { signature: is.string(100) };
export const isTransactionState = is.union(
  /** A command opened the competition at this time, Unix milliseconds. */
  is.object({ ...ofSignature, competitionAt: is.number }),
  is.object(ofSignature),
);
export interface TransactionState {
  readonly signature: string;
  readonly competitionAt?: number;
}

export interface MintContent {
  readonly address: string;
  /** Untrusted symbol from the chain or the service; empty: unknown. */
  readonly symbol: string;
  readonly decimals: number;
  readonly priceUsd: number | null;
  readonly priceTimeMilliseconds: number | null;
  /** Well-known symbol of another mint that this symbol imitates. */
  readonly looksLike: string | null;
}

export interface LegContent {
  readonly inputMint: string;
  readonly inputAmount: string;
  readonly outputMint: string;
  readonly outputAmount: string;
  /** Null: not provided by the service. */
  readonly pool: string | null;
  readonly amm: string | null;
  /** Empty if the program is not known. */
  readonly ammName: string;
}

export interface MintAmount {
  readonly mint: string;
  /** Raw, a decimal integer: messages cannot contain a `bigint`. */
  readonly amount: string;
}

/** What the bot's instruction says, used or not. */
export interface AttemptContent {
  readonly pools: readonly {
    readonly pool: string;
    readonly amm: string;
    /** Empty if the program is not known. */
    readonly ammName: string;
    readonly isUsed: boolean;
  }[];
  /** Listed pools that are not recognized, at least. */
  readonly unknownPools: number;
  /** Null: not read. */
  readonly parameters: {
    /** Raw, a decimal integer. */
    readonly minimumProfit: string;
    readonly baseMint: string;
    readonly computeUnitLimit: number;
    readonly noFailure: boolean;
    readonly flashLoan: boolean;
  } | null;
}

export interface PaymentContent extends MintAmount {
  readonly to: readonly string[];
}

export interface TipContent extends PaymentContent {
  readonly provider: string;
}

/** A call or event of a program with an IDL. */
export interface NamedCall {
  readonly title: string;
  readonly depth: number;
  readonly names: IdlNames;
}

/** Amounts are raw decimal integers. */
export interface TransactionContent {
  readonly signature: string;
  readonly wallet: string;
  readonly isSuccess: boolean;
  /** Name that the service uses. */
  readonly type: string;
  /** Error of the chain; null: success, or not provided by the service. */
  readonly failure: string | null;
  /** Null: not provided by the service. */
  readonly version: string | null;
  readonly slot: number;
  readonly timeMilliseconds: number | null;
  readonly computeUnits: number | null;
  readonly feeLamports: string;
  /** Part of the fee; null: not provided by the service. */
  readonly priorityFeeLamports: string | null;
  readonly gains: readonly MintAmount[];
  readonly tips: readonly TipContent[];
  /** Null: not provided by the service. */
  readonly botFees: readonly PaymentContent[] | null;
  readonly otherPayments: readonly PaymentContent[] | null;
  /** Lamports; null: not provided by the service. */
  readonly rentLamports: string | null;
  /** Balance changes that the other members do not explain; null: unknown. */
  readonly differences: readonly MintAmount[] | null;
  readonly legs: readonly LegContent[];
  readonly mints: readonly MintContent[];
  readonly bot: { readonly family: string; readonly program: string; readonly name: string } | null;
  /** Null: not provided by the service, or without a bot. */
  readonly attempt: AttemptContent | 'unknown' | null;
  readonly netGainsUsd: number | null;
  readonly netGainsSol: number | null;
  readonly volumeUsd: number | null;
  readonly volumeSol: number | null;
  readonly source: string;
  readonly isSimulated: boolean;
  readonly sourceNote: string;
  /** Of programs with an IDL. */
  readonly calls: readonly NamedCall[];
  /** Name and message of the program's error, from its IDL; empty: none. */
  readonly errorName: string;
  /** Its line in the workspace; empty: not there. */
  readonly errorSource: string;
  readonly json: string;
}

export interface TransactionPanelContent {
  readonly signature: string;
  /** Null: not found, while its competition is asked for. */
  readonly transaction: TransactionContent | null;
  /** Null: not loaded. */
  readonly competition: CompetitionContent | null;
  /** When a command opened the competition last, Unix milliseconds; null: never. */
  readonly competitionAt: number | null;
}

const isTransactionRequest = is.union(
  ...linkRequests,
  is.object({ type: is.oneOf('open-document') }),
  is.object({ type: is.oneOf('open-error'), source: is.string(2_000) }),
  is.object({ type: is.oneOf('load-competition'), after: is.number }),
);
export type TransactionPageRequest = is.Guarded<typeof isTransactionRequest>;

export const parseTransactionRequest = is.parserOf(isTransactionRequest);
