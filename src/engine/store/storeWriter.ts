import type { MinuteCoverage } from '../chain/blockSource.ts';
import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import type { IndexKnowledge } from './storeReader.ts';

/** Replaces the blockhash of a written block if the chain has no block in its slot. */
export const noBlockhash = 'none';

/** Blocks of a store with several ingesters. Methods that query it throw a MarketError. */
export interface SharedBlocks {
  /** Retention of rows in block time; `null`: forever. */
  readonly keptSeconds: number | null;
  /** Slots in the range (inclusive) that have a block; the others are gaps. */
  slotsBetween(fromSlot: number, toSlot: number): Promise<ReadonlySet<number>>;
  /** First and last slot with a block in a time range, Unix seconds (inclusive). */
  slotsOfTime(
    fromSeconds: number,
    toSeconds: number,
  ): Promise<{ readonly first: number; readonly last: number } | null>;
  /** Clears the counts of missing blocks between two slots, except in the minutes of `missing`. */
  takeBackLeftOut(fromSlot: number, toSlot: number, missing: readonly number[]): Promise<void>;
}

/** Stores each block exactly once. `add` queues blocks; `flush` makes them visible to queries. */
export interface StoreWriter extends IndexKnowledge {
  readonly pendingRows: number;
  /** True if the store outlasts the process. */
  readonly isFile: boolean;
  /** True if the store records the chain of its blocks. */
  readonly hasChain: boolean;
  /** Missing if only this process writes. */
  readonly shared?: SharedBlocks;
  /** Throws a MarketError if the store has blocks of another chain. */
  confirmChain(chain: string): Promise<void>;
  hasBlock(slot: number, blockhash: string): boolean;
  /** The valid blockhash of a slot of the last day; `null` if unknown. */
  blockhashOf(slot: number): string | null;
  /** The time, Unix seconds, of the block of a slot of the last day; `null` without one. */
  timeOf(slot: number): number | null;
  /** Removes the block of a slot that has none on the chain, with the next flush. */
  remove(slot: number): Promise<void>;
  /**
   * A known block changes nothing; one with another blockhash replaces the former block of its
   * slot; single transactions (empty blockhash) are added unless present.
   */
  add(block: DecodedBlock): Promise<void>;
  /** Records blocks missing from the source; written with the next blocks. */
  addOmittedBlocks(minutes: readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[]): void;
  flush(): Promise<void>;
  /**
   * Deletes old rows and rolls up failures if due; call it after a flush. `clock`: this machine's
   * time in Unix milliseconds, so that a block with a time in the future deletes nothing; missing
   * for recorded blocks.
   */
  maintain(clock?: number): Promise<void>;
  /** As of opening the store; empty if no block is missing. */
  coverage(): MinuteCoverage[];
  /** Writes the queue and closes the store; running queries end. */
  close(): Promise<void>;
}
