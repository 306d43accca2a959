import type { MarketError } from '../../api/marketError.ts';
import type { TreeRow } from './treeRow.ts';

/** Pauses grow with consecutive failures, since each request counts against a rate limit. */
const pausesSeconds = [30, 60, 120, 300] as const;
/** The longest pause of a view that refreshes more often than every 30 s by itself. */
const longestOfFrequentSeconds = 60;
/** Failures that may end without user action. */
const transientErrorKinds: ReadonlySet<string> = new Set([
  'rate-limited',
  'service-failing',
  'unreachable',
]);

export class RetryBackoff {
  #failuresInRow = 0;
  #recoveredAtMilliseconds = Number.NEGATIVE_INFINITY;

  reset(): void {
    this.#failuresInRow = 0;
  }

  /**
   * Null if only the user can fix the failure.
   * @param refreshSeconds Interval of automatic refreshes; 0: none.
   */
  secondsAfter(
    { kind, retryAfterSeconds = 0 }: MarketError,
    refreshSeconds: number,
  ): number | null {
    this.#failuresInRow += 1;
    if (!transientErrorKinds.has(kind)) return null;
    const isFrequent = refreshSeconds > 0 && refreshSeconds < pausesSeconds[0];
    const pause = isFrequent
      ? Math.min(refreshSeconds * 2 ** (this.#failuresInRow - 1), longestOfFrequentSeconds)
      : this.#pauseSeconds;
    return Math.max(pause, retryAfterSeconds);
  }

  /**
   * Called after another call over the connection has succeeded; 0: now. Waits longer after a
   * recent recovery, so that a view with one failing call does not retry endlessly.
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

/** Retry times of rows whose children could not be loaded. */
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
