import { t } from '@vscode/l10n';
import { withAbort } from '../../api/cancellation.ts';
import { MarketError } from '../../api/marketError.ts';

/** Notifies waiting callers of new visible rows, which are numbered in that order. */
export class VisibleRows {
  #newest: number;
  readonly #waiting = new Set<() => void>();
  readonly #closing = new AbortController();

  constructor(newest: number) {
    this.#newest = newest;
  }

  /** Number of the newest visible row; 0 if there is none. */
  get newest(): number {
    return this.#newest;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  publish(newest: number): void {
    if (newest <= this.#newest) return;
    this.#newest = newest;
    for (const resolve of this.#waiting) resolve();
  }

  /** Resolves when rows after `number` are visible, or when the signal is aborted. */
  async waitForRowsAfter(number: number, signal: AbortSignal): Promise<void> {
    if (this.#newest > number || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    await withAbort(promise, signal).catch(() => undefined);
    this.#waiting.delete(resolve);
  }

  close(): void {
    this.#closing.abort();
  }

  /** Throws a MarketError if the store is closed or closing. */
  throwIfClosed(): void {
    if (!this.closing.aborted) return;
    throw new MarketError('service-failing', t('The index was closed.'));
  }
}
