import { hourSeconds, hourStart } from '../../base/hour.ts';
import type { Rollups } from './rollups.ts';

/** Minimum time between two rollups of an hour that still receives blocks. */
const intervalMilliseconds = 5 * 60_000;

/** Passes hours with new blocks to the rollups, with a rate limit for past hours. */
export class LateHours {
  readonly #rollups: Pick<Rollups, 'touch'>;
  readonly #now: () => number;
  /** Hour -> time of the last rollup request, Unix milliseconds. */
  readonly #handedOn = new Map<number, number>();
  /** Hours with newer blocks that wait for the interval. */
  readonly #held = new Set<number>();

  constructor(rollups: Pick<Rollups, 'touch'>, now: () => number) {
    this.#rollups = rollups;
    this.#now = now;
  }

  touch(timeSeconds: number, newestSeconds: number): void {
    // Rollups skip hours that are not over yet, so no limit is needed.
    if (timeSeconds > newestSeconds - hourSeconds) {
      this.#rollups.touch(timeSeconds);
      return;
    }
    const hour = hourStart(timeSeconds);
    const last = this.#handedOn.get(hour);
    if (last !== undefined && this.#now() - last < intervalMilliseconds) this.#held.add(hour);
    else this.#handOn(hour);
  }

  /** Passes on the hours whose interval is over; with `isLast`, all hours. */
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
