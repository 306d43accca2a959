import type { RpcBlock } from '../../decode/rpcBlock.ts';

export interface PushedBlock {
  readonly slot: number;
  readonly parentSlot: number;
  /** `null` if unreadable. */
  read(): RpcBlock | null;
}

export interface BlockFeedRun {
  readonly nextSlot: () => number;
  readonly onChange: () => void;
}

/** Pushes blocks as they are produced. Missing blocks are fetched by RPC. */
export interface BlockFeed {
  /** While true, polling is unnecessary. */
  readonly isLive: boolean;
  /** Of the last received block, since the highest may be wrong; 0 before the first. */
  readonly newestSlot: number;
  /** Current problems; empty if none. Never contains a key. */
  readonly message: string;
  /** Reconnects as needed until the signal aborts. Never rejects. */
  run(options: BlockFeedRun, signal: AbortSignal): Promise<void>;
  /** The lowest slot; stays in the buffer. */
  first(): PushedBlock | undefined;
  take(slot: number): PushedBlock | undefined;
  /** Also drops blocks that arrive later. */
  discardBefore(slot: number): void;
  /** Resolves when a block arrives, `isLive` changes, or `run` ends. */
  nextChange(): Promise<void>;
  close(): void;
}
