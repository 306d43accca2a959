import type { DecodedBlock } from '../decode/arbitrageRecord.ts';
import type { StoreReader } from '../store/storeReader.ts';

export interface EngineMetrics {
  /** Recent rate of transactions read, including votes. */
  readonly transactionsPerSecond: number;
  /** Since the start; not indexed. */
  readonly unreadableTransactions: number;
  /**
   * Since the last new block was stored, or since the start, by this machine's monotonic clock;
   * `null` for a recording, which does not grow.
   */
  readonly secondsSinceBlock: number | null;
  /** Approximate rows in the store; `null` until counted. */
  readonly rows: number | null;
  /** Size of the file and its log, or of memory; `null` until measured. */
  readonly storeBytes: number | null;
}

const rateWindowMilliseconds = 10_000;
const measureIntervalMilliseconds = 10_000;

export class EngineMetricsCollector {
  readonly #store: Pick<StoreReader, 'size'>;
  readonly #now: () => number;
  readonly #blocks: { readonly at: number; readonly transactions: number }[] = [];
  #unreadable = 0;
  #blockAt: number;
  #rows: number | null = null;
  #storeBytes: number | null = null;
  #measuredAt = Number.NEGATIVE_INFINITY;

  /** `now` returns milliseconds since any start. */
  constructor(store: Pick<StoreReader, 'size'>, now: () => number = () => performance.now()) {
    this.#store = store;
    this.#now = now;
    this.#blockAt = now();
  }

  /** A new block is available. No peer can change the time at which this is called. */
  markBlock(): void {
    this.#blockAt = this.#now();
  }

  addBlock({ transactions, unreadable }: Pick<DecodedBlock, 'transactions' | 'unreadable'>): void {
    this.#unreadable += unreadable.length;
    this.#blocks.push({ at: this.#now(), transactions });
  }

  current(): EngineMetrics {
    const since = this.#now() - rateWindowMilliseconds;
    while (this.#blocks[0] !== undefined && this.#blocks[0].at < since) this.#blocks.shift();
    const sum = this.#blocks.reduce((total, { transactions }) => total + transactions, 0);
    return {
      transactionsPerSecond: Math.round((sum * 1_000) / rateWindowMilliseconds),
      unreadableTransactions: this.#unreadable,
      secondsSinceBlock: Math.floor((this.#now() - this.#blockAt) / 1_000),
      rows: this.#rows,
      storeBytes: this.#storeBytes,
    };
  }

  /** Measures the store if due; on failure the last figures remain. */
  async measure(): Promise<void> {
    if (this.#now() - this.#measuredAt < measureIntervalMilliseconds) return;
    this.#measuredAt = this.#now();
    try {
      const { rows, bytes } = await this.#store.size();
      this.#rows = rows;
      this.#storeBytes = bytes;
    } catch {
      // The figures are only for display, so ignore the failure.
    }
  }
}
