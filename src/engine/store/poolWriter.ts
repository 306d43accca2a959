import type { ImportedPool } from '../pools/parsePoolEntry.ts';

export interface PoolSink {
  add(pools: readonly ImportedPool[]): void;
}

export interface PoolWriter {
  /**
   * Runs in one transaction; if `fill` fails, nothing changes. The newest entry of each pool wins
   * and takes missing fields from older ones. Returns the number of pools.
   */
  importPools(fill: (pools: PoolSink) => Promise<void>): Promise<number>;
}
