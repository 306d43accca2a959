import type { TransactionType } from '../../../api/enumerations.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { TransactionFilter } from './transactionFilter.ts';

/** What a leg of a route passes. */
export interface ArbitrageRowLeg {
  readonly program: string;
  /** Empty where it could not be told. */
  readonly pool: string;
  readonly inputMint: string;
  readonly outputMint: string;
}

/** A transaction as lists show it. */
export interface ArbitrageRow {
  readonly signature: string;
  readonly slot: number;
  /** Block time, Unix seconds; `null` where the block did not tell it. */
  readonly timeSeconds: number | null;
  readonly type: TransactionType;
  readonly wallet: string;
  /** Of the largest tip, or NO_PROVIDER. */
  readonly provider: string;
  /** `null`: none was recognised. */
  readonly bot: { readonly family: string; readonly program: string } | null;
  readonly computeUnits: number;
  readonly feeLamports: bigint;
  readonly tipLamports: bigint;
  /** Empty without one. */
  readonly baseMint: string;
  readonly revenuesUsd: number;
  readonly profitsUsd: number;
  readonly netGainsSol: number;
  readonly volumeUsd: number;
  /** In the order of execution. */
  readonly legs: readonly ArbitrageRowLeg[];
}

/**
 * The last row of a page, by what its order goes by. `row` is the store's own number below 2^64 that
 * tells rows apart whose figures are equal.
 */
export type PageCursor =
  | {
      readonly order: 'time';
      readonly slot: number;
      /** In the block. */
      readonly position: number;
      readonly row: bigint;
    }
  | { readonly order: 'gain'; readonly profitsUsd: number; readonly row: bigint };

export interface ArbitragePageQuery {
  readonly filter: TransactionFilter;
  /** Of the block time, Unix seconds; both belong to it. */
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
  /** `time`: the newest first, by slot and position; `gain`: the highest net gains first. */
  readonly order: PageCursor['order'];
  /** Only rows behind it; of the same order. */
  readonly behind?: PageCursor | undefined;
  /** Only rows that were visible at this position of `visibleRows`. */
  readonly upTo: number;
  /** Most rows. */
  readonly limit: number;
}

export interface ArbitragePageRows {
  readonly rows: readonly ArbitrageRow[];
  /** Of the last row; `null` where no more rows follow. */
  readonly next: PageCursor | null;
}

export interface NewArbitragesQuery {
  readonly filter: TransactionFilter;
  /** Positions of `visibleRows`: rows became visible after the one and up to the other. */
  readonly after: number;
  readonly upTo: number;
  /** Most rows. */
  readonly limit: number;
}

export interface NewArbitrages {
  /** Newest first. */
  readonly rows: readonly ArbitrageRow[];
  /** How many there are besides these, older ones. */
  readonly skipped: number;
}

/** Lists of transactions. Each answer is of one snapshot. */
export interface ArbitrageReads {
  arbitragePage(query: ArbitragePageQuery, options?: QueryOptions): Promise<ArbitragePageRows>;
  newArbitrages(query: NewArbitragesQuery, options?: QueryOptions): Promise<NewArbitrages>;
}
