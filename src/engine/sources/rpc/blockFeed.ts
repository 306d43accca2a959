import type { MarketError } from '../../../api/marketError.ts';
import type { RpcBlock } from '../../decode/rpcBlock.ts';

/** A received block that is parsed when it is delivered. */
export interface PushedBlock {
  readonly slot: number;
  readonly parentSlot: number;
  /** `null` if the block is unreadable. */
  read(): RpcBlock | null;
}

export interface BlockFeedRun {
  /** First undelivered slot. */
  readonly nextSlot: () => number;
  /** Called if `message` changes. */
  readonly onChange: () => void;
}

/**
 * Blocks that a server pushes as they are produced; missing blocks are fetched by RPC. Buffers the
 * newest untaken blocks.
 */
export interface BlockFeed {
  /** True while blocks arrive, so polling is unnecessary. */
  readonly isLive: boolean;
  /** Newest received slot; 0 before the first. */
  readonly newestSlot: number;
  /** Description of current problems; empty if there are none. Never contains a key. */
  readonly message: string;
  /** Why the feed gave up; `null` while it runs. */
  readonly failure: MarketError | null;
  /** Throws a MarketError if the server refuses access, not if it is unreachable. */
  check(signal: AbortSignal): Promise<void>;
  /** Receives blocks until the signal aborts, and reconnects as needed. Never rejects. */
  run(options: BlockFeedRun, signal: AbortSignal): Promise<void>;
  /** The buffered block with the lowest slot; it stays in the buffer. */
  first(): PushedBlock | undefined;
  /** Removes and returns the buffered block of a slot. */
  take(slot: number): PushedBlock | undefined;
  /** Drops blocks below the slot, now and in future. */
  discardBefore(slot: number): void;
  /** Resolves when a block arrives or `isLive` or `failure` changes. */
  nextChange(): Promise<void>;
  close(): void;
}
