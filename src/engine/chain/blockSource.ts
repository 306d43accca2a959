import type { DecodedBlock, OmissionCause, UnreadablePart } from '../decode/arbitrageRecord.ts';
import type { WantsSwapAccounts } from '../decode/decodeBlock.ts';
import type { RpcBlock } from '../decode/rpcBlock.ts';
import type { AccountReader, TransactionReader } from '../rpc/accountReader.ts';
import type { BlockReader } from './blockReader.ts';
import type { LandingChain } from './landingChain.ts';
import type { SlotReader } from './slotReader.ts';

export interface SourceBlock {
  readonly slot: number;
  readonly block: RpcBlock;
  /** Transactions from this index on were landed through Arbscope and are always recorded. */
  readonly firstLandedIndex?: number;
  /** Decoded form, if the source has it; avoids building the block. */
  readonly decoded?: (wantsSwap: WantsSwapAccounts) => DecodedBlock;
  /** Called before the block is stored, or instead of that if most of it is unreadable. */
  readonly onUnreadable?: (part: UnreadablePart) => void;
}

/** A mint known from the source itself rather than from blocks. */
export interface SourceToken {
  readonly mint: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Total supply in the smallest unit. */
  readonly supply: bigint;
  readonly program: 'spl-token' | 'spl-token-2022';
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  readonly updateAuthority: string | null;
}

export interface MinuteCoverage {
  /** Unix seconds. */
  readonly minute: number;
  readonly indexed: number;
  readonly omitted: number;
}

export interface RecentlyOmitted {
  /** In the last hour, or since the start. */
  readonly blocks: number;
  /** Of the newest; `null` without blocks. */
  readonly cause: OmissionCause | null;
}

export interface SourceProgress {
  /** Description of current problems; empty if there are none. Never contains a key. */
  readonly message: string;
  /** Slots behind the newest; `null` until the newest slot is known. */
  readonly lagSlots: number | null;
  /** `lagSlots` as time, at the measured slot pace; `null` until it is measured. */
  readonly lagMilliseconds: number | null;
  /** True if no readable block has arrived for suspiciously long. */
  readonly isStalled: boolean;
  /** Indexed share of the blocks since the first missing block of the last day; 1: none missing. */
  readonly indexedFraction: number;
  readonly recentlyOmitted: RecentlyOmitted;
}

export interface BlockSource {
  readonly kind: 'sandbox' | 'recorded' | 'rpc';
  /** Existing blocks, oldest first. Throws a MarketError that names the failed file or node. */
  history(signal: AbortSignal): AsyncIterable<SourceBlock>;
  /** New blocks after the history, until the signal aborts. */
  follow(signal: AbortSignal): AsyncIterable<SourceBlock>;
  /** Tokens that the source defines; empty for real chains. */
  tokens(): readonly SourceToken[];
  /** Clock in Unix milliseconds. A recording has none: its blocks define the time. */
  now?(): number;
  /** See `StoreSource`. Throws a MarketError, possibly even after blocks were delivered. */
  chain?(signal: AbortSignal): Promise<string>;
  /** Displayed origin of the blocks, never a full URL. */
  readonly label?: string;
  readonly accountReader?: AccountReader;
  /** Addresses in a lookup table created by the source; `null` for any other address. */
  lookupTable?(address: string): readonly string[] | null;
  readonly transactionReader?: TransactionReader;
  readonly landing?: LandingChain;
  /** Blocks around a transaction, for a user who waits. */
  readonly slotReader?: SlotReader;
  /** Reads past blocks to fill gaps; missing for sources without gaps. */
  readonly blockReader?: BlockReader;
  /** Call before `history`: blocks up to this slot are indexed, with these numbers per minute. */
  resumeAfter?(slot: number, coverage: readonly MinuteCoverage[]): void;
  /** Counts of blocks found missing since the last call, for the store. */
  drainOmitted?(): readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[];
  progress?(): SourceProgress;
  /** Calls the listener if `progress` changes without a new block. */
  onChange?(listener: () => void): void;
  /** Releases all resources; the source must not be used afterwards. */
  close?(): Promise<void>;
}
