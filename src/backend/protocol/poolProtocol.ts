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
  /** `null` if the service does not report it. */
  readonly totalBytes: number | null;
}

/** A pool in a list. Unknown text is empty. */
export interface PoolRow {
  readonly pool: string;
  readonly program: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly symbolA: string;
  readonly symbolB: string;
  readonly lookupTable: string;
  /** Known to be in the aggregator's cache. */
  readonly isAggregator: boolean;
}

export type LoadPoolsRequest = RequestOf<typeof LoadPoolsSchema>;
export type PoolFilter = RequestOf<typeof PoolFilterSchema>;
export type PoolPageRequest = RequestOf<typeof PoolPageSchema>;
export type PoolSearchRequest = RequestOf<typeof PoolSearchSchema>;
export type PoolDetailRequest = RequestOf<typeof PoolDetailSchema>;

/** Response of `poolStats` and `loadPools`. */
export interface PoolStats {
  /** During the first load: pages and searches also cover only the pools loaded so far. */
  readonly isPartial?: true;
  readonly pools: number;
  /** When the table was loaded, Unix milliseconds; `null` before the first load. */
  readonly loadedAtMilliseconds: number | null;
  /** Invalid entries in the last load. */
  readonly faults: number;
  /** Pools of the whole table that are known to be in the aggregator's cache. */
  readonly aggregatorPools: number;
  /** By AMM program, the largest first. */
  readonly programs: readonly { readonly program: string; readonly pools: number }[];
}

export interface PoolPage {
  readonly rows: readonly PoolRow[];
  readonly total: number;
}

export interface PoolSearchResponse {
  readonly rows: readonly PoolRow[];
  readonly hasMore: boolean;
}

export interface PoolDetail {
  readonly row: PoolRow;
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` if unknown or not requested. */
  readonly accounts: readonly PoolAccount[] | null;
  /** Why the accounts may be outdated; `null` if nothing says so. */
  readonly accountsNote: string | null;
}

export type PoolAccount = MarketCacheAccount;
