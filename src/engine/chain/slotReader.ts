import type { TimeWindow } from '../base/timeWindow.ts';
import type { ReadBlock } from './blockReader.ts';

export interface SlotLeader {
  /** Identity of the validator. */
  readonly address: string;
  /** From its validator info; `null`: none, or the node does not tell. */
  readonly name: string | null;
}

/** A slot whose block may have transactions of a wallet. */
export interface WalletSlot {
  readonly slot: number;
  /** Unix seconds; `null`: unknown. */
  readonly timeSeconds: number | null;
  /** Those of the wallet, or those that name it. */
  readonly transactions: number;
}

/** What the wallet did before this time is not known. */
export interface UnknownBefore {
  /** Unix seconds. */
  readonly beforeSeconds: number;
  /** A sentence. */
  readonly reason: string;
}

/** Reads single blocks for a user who waits. Methods throw a MarketError. */
export interface SlotReader {
  block(slot: number, signal: AbortSignal): Promise<ReadBlock>;
  /**
   * The slot of a transaction; `null`: the chain does not know it.
   * @param indexed the slot in the index, if it has the transaction
   */
  slotOf(signature: string, indexed: number | null, signal: AbortSignal): Promise<number | null>;
  /**
   * The slots of the window in which a wallet may have signed something, newest first, each once; last, how
   * far back they are known, unless the whole window is. Only what the caller takes is read.
   */
  slotsOf(
    wallet: string,
    window: TimeWindow,
    signal: AbortSignal,
  ): AsyncIterable<WalletSlot | UnknownBefore>;
  /** Of slots in a row. */
  leaders(
    first: number,
    count: number,
    signal: AbortSignal,
  ): Promise<readonly (SlotLeader | null)[]>;
  /** Measured near the slot; `null`: not known. */
  slotMilliseconds(slot: number, signal: AbortSignal): Promise<number | null>;
}
