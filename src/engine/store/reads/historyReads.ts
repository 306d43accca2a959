import type { TimeWindow } from '../../base/timeWindow.ts';
import type { AmountSamples } from './amountSamples.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { TransactionFilter } from './transactionFilter.ts';

export interface HistoryQuery {
  readonly filter: TransactionFilter;
  /** Begins with an interval. */
  readonly window: TimeWindow;
  readonly intervalSeconds: number;
}

/** What passes the filter within an interval. */
export interface IntervalSums {
  /** Unix seconds, a multiple of the interval. */
  readonly startSeconds: number;
  readonly transactions: number;
  readonly failures: number;
  /** Of arbitrages. */
  readonly revenuesUsd: number;
  readonly profitsUsd: number;
  readonly volumeUsd: number;
}

/** How many cells an interval has, at most: ranges of amounts that are 6 % wide. */
export const cellsPerInterval = 2_048;

/**
 * A sample for each interval, in one snapshot, which are read in two steps: most amounts are never
 * read. A cell's number is that of its interval in the window, from 0, times `cellsPerInterval`, plus
 * a number that rises with the amount.
 */
export interface IntervalSamples {
  /** How many transactions each cell stands for, by columns; each once, in no order. */
  cellCounts(): Promise<{ readonly cells: readonly number[]; readonly counts: readonly number[] }>;
  /** The distinct amounts of these cells in the smallest unit, by columns; in no order. */
  amountsIn(cells: readonly number[]): Promise<{
    readonly cells: readonly number[];
    readonly amounts: readonly number[];
    readonly counts: readonly number[];
  }>;
}

export interface IndexedBlocks {
  /** Unix seconds, a multiple of the interval. */
  readonly startSeconds: number;
  readonly indexed: number;
  /** Blocks that the source left out. */
  readonly omitted: number;
}

/**
 * What a history reads. Tips are sampled from the transactions that tipped SOL, fees from every
 * attempt that paid one, both in lamports. A rolled-up failure counts at its minute.
 */
export interface HistorySnapshot {
  /** `visibleRows` and `revision` of the store, just before the snapshot began. */
  readonly newest: number;
  readonly revision: number;
  /** As of the store (`StoreReader`): samples begin here. */
  readonly rowsFromSeconds: number | null;
  /** Where `intervalSums` of a filter begin, Unix seconds; `null`: with the oldest block. */
  sumsFromSeconds(filter: TransactionFilter): number | null;
  /** Starts of the intervals with a row that became visible after this position, Unix seconds. */
  changedIntervals(after: number, intervalSeconds: number): Promise<number[]>;
  /** Intervals without a row are left out. A total by minute counts where the minute begins. */
  intervalSums(query: HistoryQuery): Promise<IntervalSums[]>;
  tipsByInterval(query: HistoryQuery): IntervalSamples;
  feesByInterval(query: HistoryQuery): IntervalSamples;
  /** In one sample. */
  tips(filter: TransactionFilter, window: TimeWindow): AmountSamples;
  fees(filter: TransactionFilter, window: TimeWindow): AmountSamples;
  /** Block time of the oldest block that told one, Unix seconds; `null` without any. */
  oldestBlockSeconds(): Promise<number | null>;
  /** Of which `intervalSums` are; intervals without a block are left out. */
  indexedBlocks(window: TimeWindow, intervalSeconds: number): Promise<IndexedBlocks[]>;
}

export interface HistoryReads {
  /** Runs `work` on the store as it is at one moment. */
  inSnapshot<Result>(
    work: (snapshot: HistorySnapshot) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
}
