import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import type { WantsSwapAccounts } from '../decode/decodeBlock.ts';
import type { RpcBlock } from '../decode/rpcBlock.ts';
import type { AccountReader, TransactionReader } from '../rpc/accountReader.ts';
import type { BlockReader } from './blockReader.ts';
import type { LandingChain } from './landingChain.ts';

export interface SourceBlock {
  readonly slot: number;
  readonly block: RpcBlock;
  /** From this index on its transactions were landed here: they are kept whatever they are. */
  readonly firstLandedIndex?: number;
  /** What decoding the block comes to, where the source knows; the block need not be made then. */
  readonly decoded?: (wantsSwap: WantsSwapAccounts) => DecodedBlock;
}

/** What is known of a mint from the source itself rather than from blocks. */
export interface SourceToken {
  readonly mint: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Whole supply in the smallest unit. */
  readonly supply: bigint;
  readonly program: 'spl-token' | 'spl-token-2022';
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  readonly updateAuthority: string | null;
}

/** Blocks of a minute of chain time that were taken, and that exist but were left out. */
export interface MinuteCoverage {
  /** Unix seconds. */
  readonly minute: number;
  readonly indexed: number;
  readonly omitted: number;
}

export interface SourceProgress {
  /** What is in its way, in words; empty when all is well. Never holds a key. */
  readonly message: string;
  /** Slots behind the newest; `null` before that is known. */
  readonly lagSlots: number | null;
  /** The same in time, by how long slots take at present. */
  readonly lagMilliseconds: number | null;
  /** No block has come for so long that something is wrong. */
  readonly isStalled: boolean;
  /** Part of the blocks that is indexed, since the first of the last day that is missing; 1: all. */
  readonly indexedFraction: number;
}

/** Where blocks come from. Every source feeds the same decoder. */
export interface BlockSource {
  readonly kind: 'sandbox' | 'recorded' | 'rpc';
  /** Existing blocks, oldest first. Throws a MarketError that names the file or node at fault. */
  history(signal: AbortSignal): AsyncIterable<SourceBlock>;
  /** Blocks as they come, after the history; ends with the signal. */
  follow(signal: AbortSignal): AsyncIterable<SourceBlock>;
  /** Tokens that the source knows by itself; empty for real chains. */
  tokens(): readonly SourceToken[];
  /** The clock in Unix milliseconds; left out by a recording, which has none but its blocks. */
  now?(): number;
  /**
   * Names the chain, as a store records it (`StoreSource`); left out where nothing can tell. Throws
   * a MarketError, also after blocks were given.
   */
  chain?(signal: AbortSignal): Promise<string>;
  /** Where the blocks come from, to be shown: an origin, never a whole URL. */
  readonly label?: string;
  readonly accountReader?: AccountReader;
  /** Addresses of a lookup table that the source has made itself; `null` for any other address. */
  lookupTable?(address: string): readonly string[] | null;
  readonly transactionReader?: TransactionReader;
  readonly landing?: LandingChain;
  /** Reads past blocks for those who fill gaps; left out where every block comes by itself. */
  readonly blockReader?: BlockReader;
  /** Called before `history`: blocks up to this slot are indexed, as fully as the minutes say. */
  resumeAfter?(slot: number, coverage: readonly MinuteCoverage[]): void;
  /** The blocks left out since the last call, to be kept with those that were taken. */
  drainOmitted?(): readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[];
  progress?(): SourceProgress;
  /** Calls the listener when `progress` has changed without a block. */
  onChange?(listener: () => void): void;
  /** Ends what the source holds open; nothing is asked of it afterwards. */
  close?(): Promise<void>;
}
