import type { Sample } from '../blockSource.ts';

const minuteSeconds = 60;

/** Counts, per minute, the blocks that exist and those that were taken. */
export class Coverage {
  readonly #keepSeconds: number;
  readonly #minutes = new Map<number, { taken: number; left: number }>();

  /** `keepSeconds` is how far back answers reach. */
  constructor(keepSeconds: number) {
    this.#keepSeconds = keepSeconds;
  }

  take(timeSeconds: number): void {
    this.#minute(timeSeconds).taken++;
  }

  leave(timeSeconds: number, count = 1): void {
    this.#minute(timeSeconds).left += count;
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
    const minute = timeSeconds - (timeSeconds % minuteSeconds);
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
