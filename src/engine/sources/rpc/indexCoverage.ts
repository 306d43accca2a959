import { minuteStart } from '../../base/minute.ts';
import type { MinuteCoverage } from '../../chain/blockSource.ts';

/** Counts, per minute, the blocks that exist and those that were taken. */
export class IndexCoverage {
  readonly #keepSeconds: number;
  readonly #minutes = new Map<number, { taken: number; left: number }>();
  #unreported = new Map<number, number>();

  /** `keepSeconds` is how far back answers reach. */
  constructor(keepSeconds: number) {
    this.#keepSeconds = keepSeconds;
  }

  addIndexed(timeSeconds: number): void {
    this.#minute(timeSeconds).taken++;
  }

  addOmitted(timeSeconds: number, count = 1): void {
    const counts = this.#minute(timeSeconds);
    counts.left += count;
    const minute = minuteStart(timeSeconds);
    this.#unreported.set(minute, (this.#unreported.get(minute) ?? 0) + count);
  }

  /** A block that is missing for now; `settle` says what became of it. */
  addDelayed(timeSeconds: number): void {
    this.#minute(timeSeconds).left++;
  }

  /** Takes an `addDelayed` of the same time back: the block is counted as indexed or omitted. */
  settle(timeSeconds: number): void {
    const counts = this.#minutes.get(minuteStart(timeSeconds));
    if (counts !== undefined) counts.left--;
  }

  /** What an earlier process counted, minutes in order; before anything else is counted. */
  restore(minutes: readonly MinuteCoverage[]): void {
    for (const { minute, indexed, omitted } of minutes)
      this.#minutes.set(minute, { taken: indexed, left: omitted });
  }

  drainOmitted(): Pick<MinuteCoverage, 'minute' | 'omitted'>[] {
    if (this.#unreported.size === 0) return [];
    const untold = [...this.#unreported].map(([minute, left]) => ({ minute, omitted: left }));
    this.#unreported = new Map();
    return untold;
  }

  /** Part of the blocks that was taken, since the first minute that misses one; 1 when none does. */
  fraction(): number {
    let taken = 0;
    let left = 0;
    for (const counts of this.#minutes.values()) {
      left += counts.left;
      if (left > 0) taken += counts.taken;
    }
    return left === 0 ? 1 : taken / (taken + left);
  }

  #minute(timeSeconds: number): { taken: number; left: number } {
    const minute = minuteStart(timeSeconds);
    const known = this.#minutes.get(minute);
    if (known) return known;
    for (const old of this.#minutes.keys()) {
      if (old >= minute - this.#keepSeconds) break;
      this.#minutes.delete(old);
    }
    const counts = { taken: 0, left: 0 };
    this.#minutes.set(minute, counts);
    return counts;
  }
}
