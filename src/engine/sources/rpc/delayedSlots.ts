import { backoffDelay, type Clock } from '../../../http/retry.ts';

/** A node that fails for all of them is asked for one at a time, ever more slowly. */
const retryDelays = { initialDelayMilliseconds: 1_000, maximumDelayMilliseconds: 15_000 } as const;
/** So long after it was due, a block that the node lists but does not give is left out. */
const patienceMilliseconds = 600_000;

export interface DelayedSlot {
  readonly slot: number;
  /** About when its block was made, Unix seconds. */
  readonly timeSeconds: number;
  readonly reason: string;
}

/** Slots whose block the node lists but does not give yet: the chain is followed on without them. */
export class DelayedSlots {
  /** In the order of their turns. */
  readonly #slots = new Map<number, DelayedSlot & { readonly since: number }>();
  readonly #clock: Clock;
  #failures = 0;
  /** Since the last failure, in milliseconds. */
  #pause = 0;
  #failedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#slots.size;
  }

  add(slot: DelayedSlot): void {
    // The first failure of many says nothing of the next; the others wait for their turn.
    if (this.#slots.size === 0) this.#postpone();
    this.#slots.set(slot.slot, { ...slot, since: this.#clock.now() });
  }

  /** The slot to ask for again, when it is time. A clock that was set back does not postpone it. */
  next(): number | undefined {
    const age = this.#clock.now() - this.#failedAt;
    if (age >= 0 && age < this.#pause) return undefined;
    return this.#slots.keys().next().value;
  }

  /** Takes out a slot whose block has come; `undefined` where it was not delayed. */
  remove(slot: number): DelayedSlot | undefined {
    const known = this.#slots.get(slot);
    if (known === undefined) return undefined;
    this.#slots.delete(slot);
    // What is given again is likely to be given for the others too.
    this.#failures = 0;
    this.#pause = 0;
    return known;
  }

  /** Puts a slot behind the others after another failure; gives those that were waited for enough. */
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

  /** Removes and returns all of them, as following ends. */
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
