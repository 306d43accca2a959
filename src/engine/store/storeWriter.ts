import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import type { MinuteCoverage } from '../sources/blockSource.ts';
import type { IndexKnowledge } from './storeReader.ts';

/** Takes blocks in, each exactly once. `add` gathers them; `flush` makes them visible to queries. */
export interface StoreWriter extends IndexKnowledge {
  /** Rows that are gathered and not yet written. */
  readonly pendingRows: number;
  /** Whether it outlasts the process. */
  readonly isFile: boolean;
  /** Whether the chain of its blocks is recorded. */
  readonly hasChain: boolean;
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
