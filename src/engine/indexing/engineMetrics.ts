import type { StoreReader } from '../store/storeReader.ts';

export interface EngineMetrics {
  /** Transactions of the chain, votes among them, read per second of late. */
  readonly transactionsPerSecond: number;
  /** Rows in the store, nearly; `null` before they were counted. */
  readonly rows: number | null;
  /** Of the file with its log, or of memory; `null` before it was measured. */
  readonly storeBytes: number | null;
}

const rateWindowMilliseconds = 10_000;
const measureIntervalMilliseconds = 10_000;

export class EngineMetricsCollector {
  readonly #store: Pick<StoreReader, 'size'>;
  readonly #now: () => number;
  readonly #blocks: { readonly at: number; readonly transactions: number }[] = [];
  #rows: number | null = null;
  #storeBytes: number | null = null;
  #measuredAt = Number.NEGATIVE_INFINITY;

  /** `now` is in milliseconds, from any beginning. */
  constructor(store: Pick<StoreReader, 'size'>, now: () => number = () => performance.now()) {
    this.#store = store;
    this.#now = now;
  }

  addBlock(transactions: number): void {
    this.#blocks.push({ at: this.#now(), transactions });
  }

  current(): EngineMetrics {
    const since = this.#now() - rateWindowMilliseconds;
    while (this.#blocks[0] !== undefined && this.#blocks[0].at < since) this.#blocks.shift();
    const sum = this.#blocks.reduce((total, { transactions }) => total + transactions, 0);
    return {
      transactionsPerSecond: Math.round((sum * 1_000) / rateWindowMilliseconds),
      rows: this.#rows,
      storeBytes: this.#storeBytes,
    };
  }

  /** Measures the store when it is time again. What cannot be measured stays as it was. */
  async measure(): Promise<void> {
    if (this.#now() - this.#measuredAt < measureIntervalMilliseconds) return;
    this.#measuredAt = this.#now();
    try {
      const { rows, bytes } = await this.#store.size();
      this.#rows = rows;
      this.#storeBytes = bytes;
    } catch {
      // Figures for a status bar are no reason to stop.
    }
  }
}
