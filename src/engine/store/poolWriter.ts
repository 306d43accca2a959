import type { ImportedPool } from '../pools/parsePoolEntry.ts';

export interface PoolSink {
  add(pools: readonly ImportedPool[]): void;
}

/** Takes pools of files in. */
export interface PoolWriter {
  /**
   * Takes in what `fill` adds, all at once; a failure of it changes nothing. The newest entry of each
   * pool counts, and takes what it lacks from those before. Returns how many pools came.
   */
  importPools(fill: (pools: PoolSink) => Promise<void>): Promise<number>;
}
