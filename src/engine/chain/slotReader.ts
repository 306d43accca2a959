import type { ReadBlock } from './blockReader.ts';

export interface SlotLeader {
  /** Identity of the validator. */
  readonly address: string;
  /** From its validator info; `null`: none, or the node does not tell. */
  readonly name: string | null;
}

/** Reads single blocks for a user who waits. Methods throw a MarketError. */
export interface SlotReader {
  block(slot: number, signal: AbortSignal): Promise<ReadBlock>;
  /**
   * The slot of a transaction; `null`: the chain does not know it.
   * @param indexed the slot in the index, if it has the transaction
   */
  slotOf(signature: string, indexed: number | null, signal: AbortSignal): Promise<number | null>;
  /** Of slots in a row. */
  leaders(
    first: number,
    count: number,
    signal: AbortSignal,
  ): Promise<readonly (SlotLeader | null)[]>;
  /** Measured near the slot; `null`: not known. */
  slotMilliseconds(slot: number, signal: AbortSignal): Promise<number | null>;
}
