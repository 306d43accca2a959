import type {
  ArbitrageEvent,
  ArbitragePage,
  ArbitrageSummary,
} from '../../api/arbscope/arbitrages.ts';

/** Rows that Live holds while it runs: more than any side bar shows. */
export const liveRows = 50;
/** With the older ones that were asked for. */
export const maxLiveRows = 200;

/** The newest arbitrages, each once, newest first; while it is paused, new ones wait aside. */
export class ArbitrageFeed {
  #rows: readonly ArbitrageSummary[] = [];
  #waiting: readonly ArbitrageSummary[] = [];
  /** Those that came during the pause, also the ones that are not held any more. */
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

  /** Where the stream goes on; null before the first page. */
  get newest(): string | null {
    return this.#newest;
  }

  clear(): void {
    this.#rows = [];
    this.#waiting = [];
    this.#newCount = 0;
    this.#newest = null;
  }

  /** The newest page: what is shown already stays, unless there is a gap between. */
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
    this.#add(unknown, { isGap: skipped > 0, skipped });
  }

  /** @returns How many of them were not there before. */
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

  /** @param added.isGap Others, between these and those of before, are left out. */
  #add(
    arbitrages: readonly ArbitrageSummary[],
    { isGap, skipped = 0 }: { readonly isGap: boolean; readonly skipped?: number },
  ): void {
    if (arbitrages.length === 0) return;
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

/** Newest first; those of a block as they came. */
const inOrder = (arbitrages: readonly ArbitrageSummary[]): readonly ArbitrageSummary[] =>
  [...arbitrages].sort((first, second) => second.block_number - first.block_number);
