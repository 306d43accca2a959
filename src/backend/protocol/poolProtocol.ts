import type { MarketCacheAccount } from '../../api/marketCache.ts';
import type { CallPriority } from './callProtocol.ts';

/** Pools are being loaded. */
export interface LoadingProgress {
  readonly kind: 'loading';
  readonly pools: number;
  readonly receivedBytes: number;
  /** `null` where the service does not say. */
  readonly totalBytes: number | null;
}

/** A pool in a list. Empty text where nothing tells. */
export interface PoolRow {
  readonly pool: string;
  readonly program: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly symbolA: string;
  readonly symbolB: string;
  readonly lookupTable: string;
  /** Known to be in the aggregator's own cache. */
  readonly isAggregator: boolean;
}

/** Which pools a list is of. */
export interface PoolFilter {
  readonly program?: string;
  /** Pools with this mint on either side. */
  readonly mint?: string;
  /** Pools whose two mints are both among these, as the market cache's own filter has it. */
  readonly mints?: readonly string[];
  readonly onlyAggregator?: boolean;
}

/**
 * Request `loadPools`: fills the process's own table with the connection's market cache, unless it
 * is there and fresh enough. Progress: `WaitingProgress`, then `LoadingProgress`.
 */
export interface LoadPoolsRequest {
  readonly connectionId: string;
  /** Load again, however new the table is. */
  readonly forceRefresh?: boolean;
  /** Tell the pools in the aggregator's own cache from the others: a service is asked twice for it. */
  readonly withAggregator?: boolean;
  readonly progressToken?: string;
}

/** Request `poolStats`; also the answer of `loadPools`. */
export interface PoolStatsRequest {
  readonly connectionId: string;
  readonly filter?: PoolFilter;
}

export interface PoolStats {
  readonly pools: number;
  /** When the table was filled, Unix milliseconds; `null` when it never was. */
  readonly loadedAtMilliseconds: number | null;
  /** Entries of the last load that were no pools. */
  readonly faults: number;
  /** Of the whole table, those known to be in the aggregator's own cache. */
  readonly aggregatorPools: number;
  /** By AMM program, the largest first. */
  readonly programs: readonly { readonly program: string; readonly pools: number }[];
}

/** Request `poolPage`: pools in a stable order. */
export interface PoolPageRequest {
  readonly connectionId: string;
  readonly filter?: PoolFilter;
  readonly offset: number;
  readonly limit: number;
}

export interface PoolPage {
  readonly rows: readonly PoolRow[];
  /** Pools that the filter lets through. */
  readonly total: number;
}

/**
 * Request `poolSearch`: pools whose address, program or mints begin with the text (or begin and end
 * with its two halves around `…` or `...`), or whose tokens have the symbol or one that begins with
 * it. The best matches first.
 */
export interface PoolSearchRequest {
  readonly connectionId: string;
  readonly text: string;
  readonly limit: number;
  readonly filter?: PoolFilter;
}

export interface PoolSearchResponse {
  readonly rows: readonly PoolRow[];
  /** There are more than `limit`. */
  readonly hasMore: boolean;
}

/** Request `poolDetail`: one pool as the market cache has it, with the accounts of a swap. */
export interface PoolDetailRequest {
  readonly connectionId: string;
  readonly pool: string;
  /** False: without the accounts, which may take a call of the service; true by itself. */
  readonly withAccounts?: boolean;
  readonly priority?: CallPriority;
  readonly progressToken?: string;
}

export interface PoolDetail {
  readonly row: PoolRow;
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` where the connection does not tell them, or they were not asked for. */
  readonly accounts: readonly PoolAccount[] | null;
}

/** An account of a swap, as the market cache has it. */
export type PoolAccount = MarketCacheAccount;
