import { minuteStart } from '../../minute.ts';
import type { MinuteCoverage, Sample } from '../blockSource.ts';

/** Counts, per minute, the blocks that exist and those that were taken. */
export class Coverage {
  readonly #keepSeconds: number;
  readonly #minutes = new Map<number, { taken: number; left: number }>();
  #untold = new Map<number, number>();

  /** `keepSeconds` is how far back answers reach. */
  constructor(keepSeconds: number) {
    this.#keepSeconds = keepSeconds;
  }

  take(timeSeconds: number): void {
    this.#minute(timeSeconds).taken++;
  }

  leave(timeSeconds: number, count = 1): void {
    const counts = this.#minute(timeSeconds);
    counts.left += count;
    const minute = minuteStart(timeSeconds);
    this.#untold.set(minute, (this.#untold.get(minute) ?? 0) + count);
  }

  /** What an earlier process counted, minutes in order; before anything else is counted. */
  restore(minutes: readonly MinuteCoverage[]): void {
    for (const { minute, taken, left } of minutes) this.#minutes.set(minute, { taken, left });
  }

  /** What was left out since the last call. */
  takeLeftOut(): Pick<MinuteCoverage, 'minute' | 'left'>[] {
    if (this.#untold.size === 0) return [];
    const untold = [...this.#untold].map(([minute, left]) => ({ minute, left }));
    this.#untold = new Map();
    return untold;
  }

  /** `null` when every block of the kept time was taken. */
  sample(): Sample | null {
    let sinceSeconds: number | null = null;
    let taken = 0;
    let all = 0;
    for (const [minute, counts] of this.#minutes) {
      if (counts.left > 0) sinceSeconds ??= minute;
      if (sinceSeconds === null) continue;
      taken += counts.taken;
      all += counts.taken + counts.left;
    }
    return sinceSeconds === null ? null : { fraction: taken / all, sinceSeconds };
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
