import type { TransactionType } from '../../api/enumerations.ts';

/** What one transaction tells: raw amounts, wrapped SOL for native too, Base58 addresses. */

/** One swap by a gain owner on one pool. */
export interface Leg {
  /** Position in execution order, from 0. Legs are a multiset; the order is for display. */
  readonly order: number;
  readonly program: string;
  /** Pool address; `null` where it could not be told from the instruction. */
  readonly pool: string | null;
  readonly inputMint: string;
  /** What left the owner. */
  readonly inputAmount: bigint;
  readonly outputMint: string;
  /** What reached the owner, after transfer fees. */
  readonly outputAmount: bigint;
  /** What reached the pool, where a transfer fee or a fee on top made it differ. */
  readonly poolReceived: bigint;
  /** What left the pool, where a transfer fee or a fee taken from it made it differ. */
  readonly poolSent: bigint;
  /** Lookup table through which the transaction loaded the pool. */
  readonly lookupTable: string | null;
  /** Index of the top-level instruction that the leg ran under. */
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
  /** Made by a call from another program. */
  readonly inner: boolean;
}

/** A payment to the bot's makers. */
export interface BotFee extends MintAmount {
  /** Owner of the receiving account. */
  readonly to: string;
}

export interface BotCall {
  /** As the finder's bot filter names it; the program's address where no list names it. */
  readonly family: string;
  readonly program: string;
}

/** A transaction that belongs to the market: an arbitrage, or one of the classes kept apart. */
export interface ArbitrageRecord {
  readonly signature: string;
  readonly slot: number;
  /** Position in its block. */
  readonly index: number;
  /** Unix seconds; `null` where the node did not know. */
  readonly blockTimeSeconds: number | null;
  /** Format of the transaction; `null` where the node did not tell. */
  readonly version: number | 'legacy' | null;
  readonly type: TransactionType;
  readonly isSuccess: boolean;
  /** Why it failed, in the chain's words; `null` for a success. */
  readonly failure: string | null;
  /** Fee payer. */
  readonly wallet: string;
  readonly gainOwners: readonly string[];
  /** `null`: none was recognised, as where a bot calls a router from its wallet. */
  readonly bot: BotCall | null;
  readonly computeUnits: number;
  /** Requested limit; `null` where the transaction sets none. */
  readonly computeUnitLimit: number | null;
  /** Whole fee: base and priority. */
  readonly feeLamports: bigint;
  readonly priorityFeeLamports: bigint;
  /** Empty for a failed transaction: its tips were reverted with it. */
  readonly tips: readonly Tip[];
  readonly botFees: readonly BotFee[];
  /** What the owners paid beside all that: platform fees, loans' fees, transfers of their own. */
  readonly otherPayments: readonly BotFee[];
  readonly legs: readonly Leg[];
  /** Gross gain per mint (negative: loss), mints without change left out. */
  readonly grossGains: readonly MintAmount[];
  /** Mint that the cycle starts and ends in; `null` where there are no legs. */
  readonly baseMint: string | null;
  /** What the cycle put in, base mint. */
  readonly baseInput: bigint;
  /** What the record's own parts do not explain, per mint; empty where the sum closes. */
  readonly closingDifferences: readonly MintAmount[];
  /** Rent of accounts opened for others or left open: shown, not a loss. */
  readonly rentLamports: bigint;
}

/** One swap by anybody: what prices and liquidity are made of. */
export interface PriceObservation {
  readonly inputMint: string;
  readonly inputAmount: bigint;
  readonly outputMint: string;
  readonly outputAmount: bigint;
  readonly program: string;
  readonly pool: string | null;
  /** The swap instruction behind it, where its accounts were asked for (`decodeBlock`). */
  readonly swapInstruction?: SwapInstruction;
}

export interface SwapInstruction {
  /** Leading bytes of its data, hexadecimal. */
  readonly discriminator: string;
  readonly accounts: readonly string[];
}

/** Tokens in a pool's vault after the block's last transaction that touched it. */
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

export interface DecodedBlock {
  readonly slot: number;
  readonly blockTimeSeconds: number | null;
  readonly blockhash: string;
  readonly records: readonly ArbitrageRecord[];
  readonly observations: readonly PriceObservation[];
  readonly vaults: readonly VaultBalance[];
  /** Decimals of every mint seen in the block's token balances. */
  readonly decimals: ReadonlyMap<string, number>;
  readonly transactions: number;
  readonly votes: number;
  /** Transactions that could not be read, with the reason; nothing else of the block is lost. */
  readonly unreadable: readonly UnreadableEntry[];
}
