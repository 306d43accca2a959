import type { RecentlyOmitted } from '../../chain/blockSource.ts';
import type { OmissionCause } from '../../decode/arbitrageRecord.ts';

const minuteMilliseconds = 60_000;
const keptMinutes = 60;

/** By this machine's monotonic clock: the times of a node's blocks may be old or wrong. */
export class RecentOmissions {
  readonly #now: () => number;
  /** Blocks by minute, oldest first. */
  readonly #minutes = new Map<number, number>();
  #cause: OmissionCause | null = null;

  /** `now` returns milliseconds since any start. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(cause: OmissionCause, count: number): void {
    const minute = this.#dropOld();
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + count);
    this.#cause = cause;
  }

  current(): RecentlyOmitted {
    this.#dropOld();
    const blocks = [...this.#minutes.values()].reduce((sum, count) => sum + count, 0);
    return { blocks, cause: blocks === 0 ? null : this.#cause };
  }

  /** Returns the current minute. */
  #dropOld(): number {
    const minute = Math.floor(this.#now() / minuteMilliseconds);
    for (const old of this.#minutes.keys()) {
      if (old > minute - keptMinutes) break;
      this.#minutes.delete(old);
    }
    return minute;
  }
}
