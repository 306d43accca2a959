import { t } from '@vscode/l10n';
import type { RpcBlock } from '../decode/rpcBlock.ts';

export type ReadBlock =
  | { readonly kind: 'block'; readonly block: RpcBlock }
  /** According to the node, the slot has no block. Its ledger may have a gap instead. */
  | { readonly kind: 'none' }
  /** The block should exist, but the node does not return it. */
  | { readonly kind: 'missing'; readonly reason: string };

export const missingSlotReason = (slot: number): string =>
  t('the node does not have slot {0}', slot);

/** Reads finalized blocks without slowing the live feed. Methods throw a MarketError. */
export interface BlockReader {
  newestSlot(signal: AbortSignal): Promise<number>;
  firstSlot(signal: AbortSignal): Promise<number>;
  /** Slots with a block from `from` to `to` inclusive, in order; a range of at most 4,096 slots. */
  slotsWithBlock(from: number, to: number, signal: AbortSignal): Promise<readonly number[]>;
  /** The first slot whose block time (Unix seconds) is at or after `timeSeconds`. */
  slotAtTime(timeSeconds: number, signal: AbortSignal): Promise<number>;
  /** Unix seconds; `null` if the node has no block time. */
  blockTime(slot: number, signal: AbortSignal): Promise<number | null>;
  block(slot: number, signal: AbortSignal): Promise<ReadBlock>;
  close(): Promise<void>;
}

/** Maximum number of slots in one request to a node. */
export const slotsPerQuestion = 4_096;
