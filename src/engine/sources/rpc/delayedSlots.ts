import { backoffDelay, type Clock } from '../../../http/retry.ts';
import type { OmissionCause } from '../../decode/arbitrageRecord.ts';

/** One slot at a time, while the node keeps failing. */
const retryDelays = { initialDelayMilliseconds: 1_000, maximumDelayMilliseconds: 15_000 } as const;
/** After this time a block is given up. */
const patienceMilliseconds = 600_000;

export interface DelayedSlot {
  readonly slot: number;
  /** Approximate block time, Unix seconds. */
  readonly timeSeconds: number;
  readonly reason: string;
  readonly cause: OmissionCause;
}

export interface RetriedSlot extends DelayedSlot {
  /** Unix milliseconds. */
  readonly since: number;
}

/** The node lists their blocks but does not return them yet; later blocks do not wait for them. */
export class DelayedSlots {
  /** In retry order. */
  readonly #slots = new Map<number, RetriedSlot>();
  readonly #clock: Clock;
  #failures = 0;
  #failuresBefore = 0;
  /** Milliseconds. */
  #pause = 0;
  #failedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Of the slot that is tried next; `null` if there is none. */
  get reason(): string | null {
    return this.#slots.values().next().value?.reason ?? null;
  }

  add(slot: DelayedSlot): void {
    // Only the first slot starts the pause; further slots queue behind it.
    if (this.#slots.size === 0) this.#postpone();
    this.#slots.set(slot.slot, { ...slot, since: this.#clock.now() });
  }

  /** A clock that was set back does not delay the retry. */
  next(): number | undefined {
    const age = this.#clock.now() - this.#failedAt;
    if (age >= 0 && age < this.#pause) return undefined;
    return this.#slots.keys().next().value;
  }

  remove(slot: number): RetriedSlot | undefined {
    const known = this.#slots.get(slot);
    if (known === undefined) return undefined;
    this.#slots.delete(slot);
    // The other blocks are probably available now too.
    this.#failuresBefore = this.#failures;
    this.#failures = 0;
    this.#pause = 0;
    return known;
  }

  /** Adds a removed slot whose block was refused. Returns false if it is given up. */
  addAgain(slot: RetriedSlot): boolean {
    if (slot.since < this.#clock.now() - patienceMilliseconds) return false;
    // The removal was no success, so the pauses keep growing.
    this.#failures = this.#failuresBefore;
    this.#postpone();
    this.#slots.set(slot.slot, slot);
    return true;
  }

  /** Moves the slot to the end after a failure; removes and returns the expired slots. */
  postpone(slot: number): readonly DelayedSlot[] {
    this.#postpone();
    const known = this.#slots.get(slot);
    if (known !== undefined) {
      this.#slots.delete(slot);
      this.#slots.set(slot, known);
    }
    const since = this.#clock.now() - patienceMilliseconds;
    const expired = [...this.#slots.values()].filter((delayed) => delayed.since < since);
    for (const each of expired) this.#slots.delete(each.slot);
    return expired;
  }

  /** Removes and returns all. */
  drain(): readonly DelayedSlot[] {
    const all = [...this.#slots.values()];
    this.#slots.clear();
    return all;
  }

  #postpone(): void {
    this.#failures++;
    this.#failedAt = this.#clock.now();
    this.#pause = backoffDelay(this.#failures, retryDelays, this.#clock);
  }
}
