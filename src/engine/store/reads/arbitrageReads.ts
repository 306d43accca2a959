import type { TransactionType } from '../../../api/enumerations.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { TransactionFilter } from './transactionFilter.ts';

export interface ArbitrageRowLeg {
  readonly program: string;
  /** Empty if unknown. */
  readonly pool: string;
  readonly inputMint: string;
  readonly outputMint: string;
}

export interface ArbitrageRow {
  readonly signature: string;
  readonly slot: number;
  /** Block time, Unix seconds; `null` if the block has none. */
  readonly timeSeconds: number | null;
  readonly type: TransactionType;
  readonly wallet: string;
  /** Provider of the largest tip, or NO_PROVIDER. */
  readonly provider: string;
  readonly bot: { readonly family: string; readonly program: string } | null;
  readonly computeUnits: number | null;
  readonly feeLamports: bigint;
  readonly tipLamports: bigint;
  /** Empty if there is none. */
  readonly baseMint: string;
  readonly revenuesUsd: number;
  readonly profitsUsd: number;
  readonly netGainsSol: number;
  readonly volumeUsd: number;
  /** In execution order. */
  readonly legs: readonly ArbitrageRowLeg[];
}

/** The last row of a page; `row` is a store-specific number below 2^64 that breaks ties. */
export type PageCursor =
  | {
      readonly order: 'time';
      readonly slot: number;
      readonly position: number;
      readonly row: bigint;
    }
  | { readonly order: 'gain'; readonly nanocents: bigint; readonly row: bigint };

export interface ArbitragePageQuery {
  readonly filter: TransactionFilter;
  /** Block time, Unix seconds, inclusive. */
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
  /** `time`: newest first, by slot and position; `gain`: highest net gains first. */
  readonly order: PageCursor['order'];
  /** Returns only rows after this one; must have the same order. */
  readonly behind?: PageCursor | undefined;
  /** Returns only rows visible at this position of `visibleRows`. */
  readonly upTo: number;
  readonly limit: number;
  /** By time: the page may end after this time, where the search for rows has got to. */
  readonly maxMilliseconds?: number | undefined;
}

export interface ArbitragePageRows {
  readonly rows: readonly ArbitrageRow[];
  /** Where the next page begins; `null` on the last page. */
  readonly next: PageCursor | null;
  /**
   * Only if the page ended before the search did: time of the oldest block that was searched, Unix
   * seconds; `null` if no block there has a time.
   */
  readonly searchedFromSeconds?: number | null;
}

export interface NewArbitragesQuery {
  readonly filter: TransactionFilter;
  /** Positions of `visibleRows`: returns rows after `after`, up to and including `upTo`. */
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

export interface NewArbitrages {
  /** Newest first. */
  readonly rows: readonly ArbitrageRow[];
  /** Number of further, older rows. */
  readonly skipped: number;
}

/** Lists of transactions. Each result is from one snapshot. */
export interface ArbitrageReads {
  arbitragePage(query: ArbitragePageQuery, options?: QueryOptions): Promise<ArbitragePageRows>;
  newArbitrages(query: NewArbitragesQuery, options?: QueryOptions): Promise<NewArbitrages>;
}
