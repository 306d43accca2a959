import type { RpcBlock } from '../decode/rpcBlock.ts';

export type ReadBlock =
  | { readonly kind: 'block'; readonly block: RpcBlock }
  /** The chain has no block in the slot. */
  | { readonly kind: 'none' }
  /** There should be one, but this node does not give it. */
  | { readonly kind: 'missing'; readonly reason: string };

/**
 * Reads blocks that nothing can replace any more, beside the following of a chain and without slowing
 * it. Methods throw a MarketError when the node fails.
 */
export interface BlockReader {
  newestSlot(signal: AbortSignal): Promise<number>;
  /** The first slot that the node has. */
  firstSlot(signal: AbortSignal): Promise<number>;
  /** Slots from `from` to `to`, both included, that have a block, in order; at most 4,096 slots. */
  slotsWithBlock(from: number, to: number, signal: AbortSignal): Promise<readonly number[]>;
  /** The first slot whose block is of a time, Unix seconds, or later. */
  slotAtTime(timeSeconds: number, signal: AbortSignal): Promise<number>;
  /** Unix seconds; `null` when the node does not know. */
  blockTime(slot: number, signal: AbortSignal): Promise<number | null>;
  block(slot: number, signal: AbortSignal): Promise<ReadBlock>;
  close(): Promise<void>;
}

/** Slots that one question to a node is about, at most. */
export const slotsPerQuestion = 4_096;
