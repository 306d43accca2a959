import type { PriceLookup } from '../prices/priceTracker.ts';
import type { PoolRegistry } from './poolRegistry.ts';
import type { ArbscopeReads } from './reads/arbscopeReads.ts';
import type { MarketReads } from './reads/marketReads.ts';
import type { QueryOptions } from './reads/queryOptions.ts';
import type { VisibleRows } from './visibleRows.ts';

/** What a store knows in memory, so that no query is needed for it. */
export interface IndexKnowledge {
  readonly prices: PriceLookup;
  readonly pools: Pick<
    PoolRegistry,
    'find' | 'all' | 'withMintsIn' | 'liquidityUsd' | 'needsSwapAccounts'
  >;
  /** `null` before there was a block. */
  readonly newestSlot: number | null;
  /** Block time of the newest block, Unix seconds; `null` before a block told one. */
  readonly newestTimeSeconds: number | null;
  readonly arbitrages: number;
  readonly blockCount: number;
}

export interface StoreSize {
  /** Of all tables, nearly. */
  readonly rows: number;
  /** On disk; of memory for a store that is there alone. */
  readonly bytes: number;
}

/** What operations read: typed queries, and what is known without one. */
export interface StoreReader extends MarketReads, ArbscopeReads, IndexKnowledge {
  /** Of its rows' numbers: those of another store, or of another one in memory, mean nothing here. */
  readonly identity: string;
  readonly visibleRows: VisibleRows;
  /** Rises when rows have left or changed, or have come without a number above all others. */
  readonly revision: number;
  /**
   * Rows of blocks before this have left, or are leaving, and only sums by minute stand in for them.
   * Unix seconds; `null`: what is stored has its rows.
   */
  readonly rowsFromSeconds: number | null;
  size(options?: QueryOptions): Promise<StoreSize>;
}
