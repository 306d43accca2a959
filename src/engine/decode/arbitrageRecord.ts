import type { TransactionType } from '../../api/enumerations.ts';

/** In all records: raw amounts, the wrapped SOL mint for native SOL too, Base58 addresses. */

/** One swap by a gain owner on one pool. */
export interface Leg {
  /** Position in execution order, from 0; for display only, since legs are a multiset. */
  readonly order: number;
  readonly program: string;
  /** Pool address; `null` if the instruction does not reveal it. */
  readonly pool: string | null;
  readonly inputMint: string;
  readonly inputAmount: bigint;
  readonly outputMint: string;
  /** Amount that reached the owner, after transfer fees. */
  readonly outputAmount: bigint;
  /** Amount that reached the pool; differs from the input after a transfer fee or added fee. */
  readonly poolReceived: bigint;
  /** Amount that left the pool; differs from the output after a transfer fee or deducted fee. */
  readonly poolSent: bigint;
  readonly lookupTable: string | null;
  readonly topLevelInstruction: number;
}

export interface MintAmount {
  readonly mint: string;
  readonly amount: bigint;
}

/** A payment for submission to a known tip account. */
export interface Tip extends MintAmount {
  readonly provider: string;
  readonly recipient: string;
  readonly payer: string;
  /** The payment was made by CPI. */
  readonly inner: boolean;
}

export interface BotFee extends MintAmount {
  readonly to: string;
}

export interface BotCall {
  /** Name in the finder's bot filter; the program's address for an unlisted bot. */
  readonly family: string;
  readonly program: string;
}

/** A pool that an attempt may use: the bot's program chooses among them on the chain. */
export interface TriedPool {
  readonly pool: string;
  readonly program: string;
  /** Mints of its two vaults; empty if unknown. */
  readonly mints: readonly string[];
  /** Pools of a number are one group of the bot's configuration; from 0. */
  readonly group: number;
}

/** What a bot's instruction says about the attempt. Missing parameters: the instruction has none. */
export interface BotAttempt {
  readonly pools: readonly TriedPool[];
  /** Groups of accounts whose pool is unknown: there were more pools than the listed ones. */
  readonly unknownPools: number;
  readonly parameters: AttemptParameters | null;
}

export interface AttemptParameters {
  /** In the smallest unit of `baseMint`, in which the bot settles. */
  readonly minimumProfit: bigint;
  readonly baseMint: string;
  readonly computeUnitLimit: number;
  /** It succeeds without a swap where it would fail. */
  readonly noFailure: boolean;
  readonly flashLoan: boolean;
}

/** An arbitrage, or one of the separately kept classes. */
export interface ArbitrageRecord {
  readonly signature: string;
  readonly slot: number;
  readonly index: number;
  /** Unix seconds; `null` if the node has no block time. */
  readonly blockTimeSeconds: number | null;
  readonly version: number | 'legacy' | null;
  readonly type: TransactionType;
  readonly isSuccess: boolean;
  /** The chain's error text; `null` for a success. */
  readonly failure: string | null;
  readonly wallet: string;
  readonly gainOwners: readonly string[];
  /** `null`: no bot recognised, for example if it calls a router from its wallet. */
  readonly bot: BotCall | null;
  /** `null`: none of the bots whose account lists can be read. Nothing is known about other pools. */
  readonly attempt: BotAttempt | null;
  /** `null`: the node does not know, as in blocks before Solana 1.10.35 (2022). */
  readonly computeUnits: number | null;
  /** `null` if the transaction does not set it. */
  readonly computeUnitLimit: number | null;
  readonly feeLamports: bigint;
  readonly priorityFeeLamports: bigint;
  /** A durable nonce instead of a recent blockhash; `null`: unknown. */
  readonly usesDurableNonce: boolean | null;
  /** Empty for a failed transaction, whose tips were reverted. */
  readonly tips: readonly Tip[];
  readonly botFees: readonly BotFee[];
  /** Other payments by the owners: platform fees, loan fees, their own transfers. */
  readonly otherPayments: readonly BotFee[];
  readonly legs: readonly Leg[];
  /** Gross gain per mint (negative: loss), without unchanged mints. */
  readonly grossGains: readonly MintAmount[];
  /** Mint that the cycle starts and ends in; `null` without legs. */
  readonly baseMint: string | null;
  readonly baseInput: bigint;
  /** Balance changes per mint that the record does not explain; empty if the sums match. */
  readonly closingDifferences: readonly MintAmount[];
  /** That the traders paid for accounts which are left open; displayed, not counted as a loss. */
  readonly rentLamports: bigint;
}

/** One swap by any trader; the source of prices and liquidity. */
export interface PriceObservation {
  readonly inputMint: string;
  readonly inputAmount: bigint;
  readonly outputMint: string;
  readonly outputAmount: bigint;
  readonly program: string;
  readonly pool: string | null;
  /** The swap instruction, if `wantsSwap` of `decodeBlock` selected it. */
  readonly swapInstruction?: SwapInstruction;
}

export interface SwapInstruction {
  /** Hexadecimal; leading bytes of the data. */
  readonly discriminator: string;
  readonly accounts: readonly string[];
}

/** Balance after the last transaction of the block that touched the vault. */
export interface VaultBalance {
  readonly pool: string;
  readonly program: string;
  readonly mint: string;
  readonly amount: bigint;
  readonly vault: string;
}

export interface UnreadableEntry {
  readonly signature: string;
  readonly reason: string;
}

/**
 * Why a block is not indexed: the node does not return it, most of it is unreadable, it contradicts
 * the clock or other blocks, or the store failed. Reasons in words may quote the node or the store.
 */
export type OmissionCause = 'missing' | 'unreadable' | 'implausible' | 'not-stored';

export interface UnreadablePart {
  /** The block counts as missing: what could be read does not represent it. */
  readonly isMost: boolean;
  /** The most frequent reason. */
  readonly reason: string;
  /** The reason concerns the block itself; without `isMost` it is a sentence, and the block counts. */
  readonly isOfBlock?: boolean;
  /** Another response for the slot cannot help. */
  readonly isFinal?: boolean;
  /** Default `unreadable`. */
  readonly cause?: OmissionCause;
}

export interface DecodedBlock {
  readonly slot: number;
  readonly blockTimeSeconds: number | null;
  readonly blockhash: string;
  readonly records: readonly ArbitrageRecord[];
  readonly observations: readonly PriceObservation[];
  readonly vaults: readonly VaultBalance[];
  readonly decimals: ReadonlyMap<string, number>;
  readonly transactions: number;
  readonly votes: number;
  readonly unreadable: readonly UnreadableEntry[];
  /** `null`: all transactions were read. */
  readonly unreadablePart: UnreadablePart | null;
}
