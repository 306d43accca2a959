import type { MarketError } from '../../api/marketError.ts';
import type { TreeRow } from './treeRow.ts';

/** After failures in a row: less and less often, for each request counts against a rate limit. */
const pausesSeconds = [30, 60, 120, 300] as const;
/** Failures that may end without the user. */
const transientErrorKinds: ReadonlySet<string> = new Set([
  'rate-limited',
  'service-failing',
  'unreachable',
]);

/** When a view that failed asks again on its own. */
export class RetryBackoff {
  #failuresInRow = 0;
  #recoveredAtMilliseconds = Number.NEGATIVE_INFINITY;

  reset(): void {
    this.#failuresInRow = 0;
  }

  /** Counts a failure. Seconds until the next request; null for a failure that only the user ends. */
  secondsAfter({ kind, retryAfterSeconds = 0 }: MarketError): number | null {
    this.#failuresInRow += 1;
    if (!transientErrorKinds.has(kind)) return null;
    return Math.max(this.#pauseSeconds, retryAfterSeconds);
  }

  /**
   * Seconds until the next request after another call over the connection has succeeded; 0: now.
   * Later where that was so a short time ago, for of a view's own calls one may fail and another
   * succeed, again and again.
   */
  secondsAfterRecovery(nowMilliseconds: number): number {
    const sinceSeconds = (nowMilliseconds - this.#recoveredAtMilliseconds) / 1_000;
    if (sinceSeconds < this.#pauseSeconds) return this.#pauseSeconds - sinceSeconds;
    this.#recoveredAtMilliseconds = nowMilliseconds;
    return 0;
  }

  get #pauseSeconds(): number {
    return pausesSeconds[Math.max(0, this.#failuresInRow - 1)] ?? pausesSeconds[3];
  }
}

/** Rows whose children could not be loaded, and when each is asked for them again. */
export class BranchRetries {
  readonly #onDue: (row: TreeRow) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(onDue: (row: TreeRow) => void) {
    this.#onDue = onDue;
  }

  schedule(row: TreeRow, { kind, retryAfterSeconds = 0 }: MarketError): void {
    clearTimeout(this.#timers.get(row.id));
    if (!transientErrorKinds.has(kind)) return;
    const seconds = Math.max(pausesSeconds[1], retryAfterSeconds);
    this.#timers.set(
      row.id,
      setTimeout(() => this.#onDue(row), seconds * 1_000),
    );
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
