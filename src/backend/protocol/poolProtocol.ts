import type { MarketCacheAccount } from '../../api/marketCache.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type {
  LoadPoolsSchema,
  PoolDetailSchema,
  PoolFilterSchema,
  PoolPageSchema,
  PoolSearchSchema,
} from '../requests/requestSchemas.ts';

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

export type LoadPoolsRequest = RequestOf<typeof LoadPoolsSchema>;
export type PoolFilter = RequestOf<typeof PoolFilterSchema>;
export type PoolPageRequest = RequestOf<typeof PoolPageSchema>;
export type PoolSearchRequest = RequestOf<typeof PoolSearchSchema>;
export type PoolDetailRequest = RequestOf<typeof PoolDetailSchema>;

/** Response of `poolStats` and `loadPools`. */
export interface PoolStats {
  /** While the first load is under way: what has come so far, in pages and searches, too. */
  readonly isPartial?: true;
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

export interface PoolPage {
  readonly rows: readonly PoolRow[];
  /** Pools that the filter lets through. */
  readonly total: number;
}

export interface PoolSearchResponse {
  readonly rows: readonly PoolRow[];
  readonly hasMore: boolean;
}

export interface PoolDetail {
  readonly row: PoolRow;
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` where the connection does not tell them, or they were not asked for. */
  readonly accounts: readonly PoolAccount[] | null;
}

export type PoolAccount = MarketCacheAccount;
