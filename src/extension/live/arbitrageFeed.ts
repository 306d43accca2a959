import type {
  ArbitrageEvent,
  ArbitragePage,
  ArbitrageSummary,
} from '../../api/arbscope/arbitrages.ts';

/** Maximum rows while running: more than a side bar shows. */
export const liveRows = 50;
/** Maximum rows including older ones on demand. */
export const maxLiveRows = 200;

/** Newest first, without duplicates. New ones are buffered while paused. */
export class ArbitrageFeed {
  #rows: readonly ArbitrageSummary[] = [];
  #waiting: readonly ArbitrageSummary[] = [];
  /** Arbitrages that arrived during the pause, including those already dropped from the buffer. */
  #newCount = 0;
  #isPaused = false;
  #newest: string | null = null;

  get rows(): readonly ArbitrageSummary[] {
    return this.#rows;
  }

  get newCount(): number {
    return this.#newCount;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Cursor to resume the stream from; null before the first page. */
  get newest(): string | null {
    return this.#newest;
  }

  clear(): void {
    this.#rows = [];
    this.#waiting = [];
    this.#newCount = 0;
    this.#newest = null;
  }

  /** Adds the newest page. Existing rows stay unless there may be a gap between them and the page. */
  addPage({ arbitrages, newest, next }: ArbitragePage): void {
    this.#newest = newest;
    const known = this.#known();
    const isGap = next !== null && !arbitrages.some(({ signature }) => known.has(signature));
    const unknown = arbitrages.filter(({ signature }) => !known.has(signature));
    this.#add(unknown, { isGap });
  }

  addEvent({ arbitrages, newest, skipped }: ArbitrageEvent): void {
    this.#newest = newest;
    const known = this.#known();
    const unknown = arbitrages.filter(({ signature }) => !known.has(signature));
    this.#add(unknown, { isGap: skipped !== 0, skipped: skipped ?? 0 });
  }

  /** @returns Number of arbitrages added. */
  addOlder(arbitrages: readonly ArbitrageSummary[]): number {
    const known = this.#known();
    const unknown = arbitrages.filter(({ signature }) => !known.has(signature));
    const before = this.#rows.length;
    this.#rows = inOrder([...this.#rows, ...unknown]).slice(0, maxLiveRows);
    return this.#rows.length - before;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    const isFull = this.#waiting.length >= liveRows;
    this.#rows = (isFull ? this.#waiting : inOrder([...this.#waiting, ...this.#rows])).slice(
      0,
      liveRows,
    );
    this.#waiting = [];
    this.#newCount = 0;
  }

  /** @param added.isGap Arbitrages between these and the existing rows are missing. */
  #add(
    arbitrages: readonly ArbitrageSummary[],
    { isGap, skipped = 0 }: { readonly isGap: boolean; readonly skipped?: number },
  ): void {
    if (arbitrages.length === 0 && !isGap) return;
    if (this.#isPaused && this.#rows.length > 0) {
      const before = isGap ? [] : this.#waiting;
      this.#waiting = inOrder([...arbitrages, ...before]).slice(0, liveRows);
      this.#newCount += arbitrages.length + skipped;
      return;
    }
    const before = isGap ? [] : this.#rows;
    this.#rows = inOrder([...arbitrages, ...before]).slice(0, liveRows);
  }

  #known(): ReadonlySet<string> {
    return new Set([...this.#rows, ...this.#waiting].map(({ signature }) => signature));
  }
}

/** Newest block first; arbitrages of one block keep the given order. */
const inOrder = (arbitrages: readonly ArbitrageSummary[]): readonly ArbitrageSummary[] =>
  [...arbitrages].sort((first, second) => second.block_number - first.block_number);
