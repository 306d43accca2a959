import type { TimeWindow } from '../../base/timeWindow.ts';
import type { AmountSamples } from './amountSamples.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { TransactionFilter } from './transactionFilter.ts';

export interface HistoryQuery {
  readonly filter: TransactionFilter;
  /** Starts at an interval boundary. */
  readonly window: TimeWindow;
  readonly intervalSeconds: number;
}

export interface IntervalSums {
  /** Unix seconds, a multiple of the interval. */
  readonly startSeconds: number;
  readonly transactions: number;
  readonly failures: number;
  /** Arbitrages only. */
  readonly revenuesUsd: number;
  readonly profitsUsd: number;
  readonly volumeUsd: number;
}

/** Maximum number of cells per interval; a cell is a range of amounts that is 6 % wide. */
export const cellsPerInterval = 2_048;

/**
 * A sample for each interval, in one snapshot, read in two steps, as most amounts are never needed.
 * A cell number is the interval's index in the window times `cellsPerInterval`, plus a number that
 * rises with the amount.
 */
export interface IntervalSamples {
  /** Transactions in each cell, as columns; cells are distinct and unordered. */
  cellCounts(): Promise<{ readonly cells: readonly number[]; readonly counts: readonly number[] }>;
  /** Distinct amounts of the cells in the smallest unit, as columns; unordered. */
  amountsIn(cells: readonly number[]): Promise<{
    readonly cells: readonly number[];
    readonly amounts: readonly number[];
    readonly counts: readonly number[];
  }>;
}

export interface IndexedBlocks {
  readonly startSeconds: number;
  readonly indexed: number;
  /** Blocks missing from the source. */
  readonly omitted: number;
}

/**
 * Reads of a history. Tips are from transactions that tipped SOL, fees from all attempts that paid
 * one; both in lamports. A rolled-up failure counts at its minute.
 */
export interface HistorySnapshot {
  /** `visibleRows` and `revision` of the store just before the snapshot. */
  readonly newest: number;
  readonly revision: number;
  /** See `StoreReader`; samples begin here. */
  readonly rowsFromSeconds: number | null;
  /** First time that `intervalSums` includes for the filter; `null`: the oldest block. */
  sumsFromSeconds(filter: TransactionFilter, intervalSeconds: number): number | null;
  /** Length of the periods of totals, which begin at its multiples. */
  readonly totalsSeconds: number;
  /** Starts of intervals with rows that became visible after this position, Unix seconds. */
  changedIntervals(after: number, intervalSeconds: number): Promise<number[]>;
  /** Intervals without rows have no entry. Totals count at the start of their period. */
  intervalSums(query: HistoryQuery): Promise<IntervalSums[]>;
  tipsByInterval(query: HistoryQuery): IntervalSamples;
  feesByInterval(query: HistoryQuery): IntervalSamples;
  /** A single sample. */
  tips(filter: TransactionFilter, window: TimeWindow): AmountSamples;
  fees(filter: TransactionFilter, window: TimeWindow): AmountSamples;
  /** Time of the oldest block that has one, Unix seconds; `null` if there is none. */
  oldestBlockSeconds(): Promise<number | null>;
  /** Blocks included in `intervalSums`; intervals without blocks have no entry. */
  indexedBlocks(window: TimeWindow, intervalSeconds: number): Promise<IndexedBlocks[]>;
}

export interface HistoryReads {
  inSnapshot<Result>(
    work: (snapshot: HistorySnapshot) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
}
