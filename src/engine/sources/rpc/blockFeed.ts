import type { MarketError } from '../../../api/marketError.ts';
import type { RpcBlock } from '../../decode/rpcBlock.ts';

/** A block that was sent, and is read when its turn comes. */
export interface PushedBlock {
  readonly slot: number;
  readonly parentSlot: number;
  /** `null` for one that cannot be read. */
  read(): RpcBlock | null;
}

export interface BlockFeedRun {
  /** First slot that is still to be delivered. */
  readonly nextSlot: () => number;
  /** Hears of a new `message`. */
  readonly onChange: () => void;
}

/**
 * Blocks that a server sends by itself as they are made, beside a node's RPC, which is asked for what
 * is missing. It holds the newest few that nobody has taken.
 */
export interface BlockFeed {
  /** Whether blocks come: nobody needs to ask for them. */
  readonly isLive: boolean;
  /** Newest slot that came; 0 before the first. */
  readonly newestSlot: number;
  /** What is in its way, in words; empty when all is well. Never holds a key. */
  readonly message: string;
  /** Why it gave up. */
  readonly failure: MarketError | null;
  /** Throws a MarketError where the server refuses; one that cannot be reached does not. */
  check(signal: AbortSignal): Promise<void>;
  /** Receives blocks until the signal; connects again after every end. Never rejects. */
  run(options: BlockFeedRun, signal: AbortSignal): Promise<void>;
  /** Held block of the lowest slot. */
  first(): PushedBlock | undefined;
  /** Gives out the held block of a slot. */
  take(slot: number): PushedBlock | undefined;
  /** Blocks of lower slots have been delivered, or are not wanted. */
  discardBefore(slot: number): void;
  /** Resolves when a block has come, or when `isLive` or `failure` has changed. */
  nextChange(): Promise<void>;
  close(): void;
}
