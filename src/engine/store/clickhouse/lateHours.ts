import type { Rollups } from './rollups.ts';

const hourSeconds = 3_600;
/** Between two sums of an hour whose blocks still come. */
const intervalMilliseconds = 5 * 60_000;

/** Hands hours on to be summed up, but one that is being filled not with every block. */
export class LateHours {
  readonly #rollups: Pick<Rollups, 'touch'>;
  readonly #now: () => number;
  /** Hour -> when it was handed on, Unix milliseconds. */
  readonly #handedOn = new Map<number, number>();
  /** With blocks that came since. */
  readonly #held = new Set<number>();

  constructor(rollups: Pick<Rollups, 'touch'>, now: () => number) {
    this.#rollups = rollups;
    this.#now = now;
  }

  /** A block of this time was committed; `newestSeconds` is the newest one's. Unix seconds. */
  touch(timeSeconds: number, newestSeconds: number): void {
    // While an hour lasts, and somewhat longer, nobody sums it up.
    if (timeSeconds > newestSeconds - hourSeconds) {
      this.#rollups.touch(timeSeconds);
      return;
    }
    const hour = timeSeconds - (timeSeconds % hourSeconds);
    const last = this.#handedOn.get(hour);
    if (last !== undefined && this.#now() - last < intervalMilliseconds) this.#held.add(hour);
    else this.#handOn(hour);
  }

  /** Hands on what has waited long enough; all of it when nothing more is to come. */
  handOnDue(isLast = false): void {
    const since = this.#now() - intervalMilliseconds;
    for (const hour of this.#held) {
      if (isLast || (this.#handedOn.get(hour) ?? 0) <= since) this.#handOn(hour);
    }
    for (const [hour, at] of this.#handedOn) {
      if (at <= since && !this.#held.has(hour)) this.#handedOn.delete(hour);
    }
  }

  #handOn(hour: number): void {
    this.#held.delete(hour);
    this.#handedOn.set(hour, this.#now());
    this.#rollups.touch(hour);
  }
}
