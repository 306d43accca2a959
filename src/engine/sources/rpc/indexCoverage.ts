import { minuteStart } from '../../base/minute.ts';
import type { MinuteCoverage, RecentlyOmitted } from '../../chain/blockSource.ts';
import type { OmissionCause } from '../../decode/arbitrageRecord.ts';
import { RecentOmissions } from './recentOmissions.ts';

export class IndexCoverage {
  readonly #keepSeconds: number;
  readonly #minutes = new Map<number, { taken: number; left: number }>();
  readonly #recent = new RecentOmissions();
  #unreported = new Map<number, number>();

  /** `keepSeconds`: the longest window of a query. */
  constructor(keepSeconds: number) {
    this.#keepSeconds = keepSeconds;
  }

  addIndexed(timeSeconds: number): void {
    this.#minute(timeSeconds).taken++;
  }

  /** Reverts `addIndexed`; the caller counts the block as delayed or missing. */
  rejectIndexed(timeSeconds: number): void {
    const counts = this.#minutes.get(minuteStart(timeSeconds));
    if (counts !== undefined) counts.taken--;
  }

  addOmitted(timeSeconds: number, cause: OmissionCause, count = 1): void {
    this.#recent.add(cause, count);
    const counts = this.#minute(timeSeconds);
    counts.left += count;
    const minute = minuteStart(timeSeconds);
    this.#unreported.set(minute, (this.#unreported.get(minute) ?? 0) + count);
  }

  /** Counts a block as missing until `settle`. */
  addDelayed(timeSeconds: number): void {
    this.#minute(timeSeconds).left++;
  }

  /** Reverts `addDelayed`; the caller counts the block as indexed or missing. */
  settle(timeSeconds: number): void {
    const counts = this.#minutes.get(minuteStart(timeSeconds));
    if (counts !== undefined) counts.left--;
  }

  /** Minutes of an earlier process, in order of time; call before any other method. */
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

  /** Without those of an earlier process. */
  recentlyOmitted(): RecentlyOmitted {
    return this.#recent.current();
  }

  /** Since the first minute with a missing block; 1: none missing. */
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
