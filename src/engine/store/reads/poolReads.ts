import type { ImportedPool } from '../../pools/parsePoolEntry.ts';
import type { QueryOptions } from './queryOptions.ts';

export interface ImportedPoolFilter {
  /** Only pools of the aggregator's published cache. */
  readonly onlyAggregator: boolean;
  /** Only pools whose mints are both listed. */
  readonly tokens?: readonly string[] | undefined;
  /** Pools that match `tokens` by block data, in case their file has no mints. */
  readonly observedPools: readonly string[];
}

/** Pools of imported files. All methods throw a MarketError. */
export interface PoolReads {
  importedPools(
    filter: ImportedPoolFilter,
    options?: QueryOptions,
  ): AsyncIterable<readonly ImportedPool[]>;
  findImportedPools(pools: readonly string[], options?: QueryOptions): Promise<ReadonlySet<string>>;
  importedPoolsAt(
    pools: readonly string[],
    options?: QueryOptions,
  ): Promise<ReadonlyMap<string, ImportedPool>>;
}
