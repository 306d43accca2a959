import type { RpcBlock } from '../decode/rpcBlock.ts';

/** A block with the slot that it was produced in. */
export interface SourcedBlock {
  readonly slot: number;
  readonly block: RpcBlock;
}

/** What is known of a mint from the source itself rather than from blocks. */
export interface SourcedToken {
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

/** Where blocks come from. Every source feeds the same decoder. */
export interface BlockSource {
  readonly kind: 'sandbox' | 'recorded' | 'rpc';
  /**
   * Blocks that exist already, oldest first. The engine is ready when they are through.
   * Throws a MarketError that names the file or the node at fault.
   */
  history(signal: AbortSignal): AsyncIterable<SourcedBlock>;
  /** Blocks as they come, after the history; ends with the signal. */
  follow(signal: AbortSignal): AsyncIterable<SourcedBlock>;
  /** Tokens that the source knows by itself; empty for real chains. */
  tokens(): readonly SourcedToken[];
  /** "Now" in Unix milliseconds: the wall clock, or the newest block's time for a recording. */
  now(): number;
}
