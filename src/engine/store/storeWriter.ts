import type { MinuteCoverage } from '../chain/blockSource.ts';
import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import type { IndexKnowledge } from './storeReader.ts';

/** In place of a blockhash, where a block was written of a slot that turned out to have none. */
export const noBlockhash = 'none';

/**
 * What a store that several write tells of its blocks, whoever wrote them: so anybody can fill the
 * gaps that another one left. Methods that ask the store throw a MarketError.
 */
export interface SharedBlocks {
  /** How long rows stay, by block times; `null`: for ever. */
  readonly keptSeconds: number | null;
  /** The slots from one to another, both included, that are written: the others are gaps. */
  slotsBetween(fromSlot: number, toSlot: number): Promise<ReadonlySet<number>>;
  /** First and last written slot of a time, Unix seconds, both included; `null` where there is none. */
  slotsOfTime(
    fromSeconds: number,
    toSeconds: number,
  ): Promise<{ readonly first: number; readonly last: number } | null>;
  /** The blockhash that counts of a slot of the last day; `null` where none is known. */
  blockhashOf(slot: number): string | null;
  /** The chain turned out to have no block in a slot: what was written of it counts no more. */
  remove(slot: number): Promise<void>;
  /**
   * Between two slots every block is written but for those of `missing`: what sources left out
   * there is left out no more.
   */
  takeBackLeftOut(fromSlot: number, toSlot: number, missing: readonly number[]): Promise<void>;
}

/** Takes blocks in, each exactly once. `add` gathers them; `flush` makes them visible to queries. */
export interface StoreWriter extends IndexKnowledge {
  /** Rows that are gathered and not yet written. */
  readonly pendingRows: number;
  /** Whether it outlasts the process. */
  readonly isFile: boolean;
  /** Whether the chain of its blocks is recorded. */
  readonly hasChain: boolean;
  /** Left out where this process alone writes. */
  readonly shared?: SharedBlocks;
  /** Records the chain of its blocks. Throws a MarketError when the store holds those of another. */
  confirmChain(chain: string): Promise<void>;
  /** Whether this very block is indexed, so that it need not be decoded. */
  hasBlock(slot: number, blockhash: string): boolean;
  /**
   * Takes in a block. A block that is there already changes nothing; one with another blockhash
   * takes the place of the former in its slot; single transactions (empty blockhash) add those of
   * their slot that are missing.
   */
  add(block: DecodedBlock): Promise<void>;
  /** Takes in what a source left out, to be written with the next blocks. */
  addOmittedBlocks(minutes: readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[]): void;
  /** Writes what was gathered; all of it or, when it fails, nothing. */
  flush(): Promise<void>;
  /** Lets old rows go and rolls failures up, when it is time; call it after a flush. */
  maintain(): Promise<void>;
  /** How fully the blocks of the store were indexed when it was opened, by minute. */
  coverage(): MinuteCoverage[];
  /** Writes what is left and lets go of the store; every query ends. */
  close(): Promise<void>;
}
