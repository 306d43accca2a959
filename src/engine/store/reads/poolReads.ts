import type { ImportedPool } from '../../pools/parsePoolEntry.ts';
import type { QueryOptions } from './queryOptions.ts';

export interface ImportedPoolFilter {
  /** Only those of the aggregator's published cache. */
  readonly onlyAggregator: boolean;
  /** Only pools whose mints are both listed. */
  readonly tokens?: readonly string[] | undefined;
  /** Pools that match `tokens` by what blocks have shown, for those whose file tells no mints. */
  readonly observedPools: readonly string[];
}

/** Pools of imported files. All throw a MarketError. */
export interface PoolReads {
  /** Those that the filter lets through, in pages, each once. */
  importedPools(
    filter: ImportedPoolFilter,
    options?: QueryOptions,
  ): AsyncIterable<readonly ImportedPool[]>;
  /** Which of these pools the files hold. */
  findImportedPools(pools: readonly string[], options?: QueryOptions): Promise<ReadonlySet<string>>;
  /** What the files tell of these pools, by address. */
  importedPoolsAt(
    pools: readonly string[],
    options?: QueryOptions,
  ): Promise<ReadonlyMap<string, ImportedPool>>;
}
