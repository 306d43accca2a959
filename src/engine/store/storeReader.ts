import type { PriceLookup } from '../prices/priceTracker.ts';
import type { PoolRegistry } from './poolRegistry.ts';
import type { ArbitrageLoader } from './reads/arbitrageColumns.ts';
import type { ArbitrageReads } from './reads/arbitrageReads.ts';
import type { HistoryReads } from './reads/historyReads.ts';
import type { MarketReads } from './reads/marketReads.ts';
import type { PoolReads } from './reads/poolReads.ts';
import type { QueryOptions } from './reads/queryOptions.ts';
import type { WalletRankingReads } from './reads/walletRankingReads.ts';
import type { VisibleRows } from './visibleRows.ts';

/** Data that a store keeps in memory, available without a query. */
export interface IndexKnowledge {
  readonly prices: PriceLookup;
  readonly pools: Pick<
    PoolRegistry,
    'find' | 'all' | 'withMintsIn' | 'liquidityUsd' | 'needsSwapAccounts' | 'newestSwap'
  >;
  readonly newestSlot: number | null;
  /** Block time of the newest block, Unix seconds; `null` if no block has a time yet. */
  readonly newestTimeSeconds: number | null;
  readonly arbitrages: number;
  readonly blockCount: number;
}

export interface StoreSize {
  /** Approximate number of rows in all tables. */
  readonly rows: number;
  /** Size on disk, or in memory for a store without a file. */
  readonly bytes: number;
}

/**
 * The reads of Arbscope's own operations. Positions of `visibleRows` rise with each visible row;
 * their meaning depends on the store. All methods throw a MarketError: `cancelled` on abort,
 * `service-failing` if the store fails.
 */
export interface ArbscopeReads extends ArbitrageReads, HistoryReads, WalletRankingReads, PoolReads {
  createArbitrageLoader(): ArbitrageLoader;
}

export interface StoreReader extends MarketReads, ArbscopeReads, IndexKnowledge {
  /** Identifies the store that row numbers belong to; each in-memory store has its own. */
  readonly identity: string;
  readonly visibleRows: VisibleRows;
  /** Rises when rows were deleted or changed, or inserted with a number below the highest. */
  readonly revision: number;
  /** Rows of blocks before this time may be deleted (totals remain); `null`: none are. */
  readonly rowsFromSeconds: number | null;
  size(options?: QueryOptions): Promise<StoreSize>;
}
