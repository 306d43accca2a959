import type { RpcMethods } from './rpcMethods.ts';

/** Slots asked for at once; more, up to what nodes allow, where no block is found in them. */
const slotRange = { first: 128, longest: 500_000 } as const;
/** Enough to go on with while the next are asked for. */
const plannedSlotsMinimum = 32;

/** Finds out which slots have a block, in order, without a gap. */
export class SlotPlanner {
  readonly #methods: RpcMethods;
  readonly #pollMilliseconds: number;
  readonly #planned: number[] = [];
  /** First slot that was not asked for. */
  #from: number;
  #range: number = slotRange.first;
  #tip = 0;
  #tipKnownAt = Number.NEGATIVE_INFINITY;

  /** The node is asked for its newest slot every `pollMilliseconds`. */
  constructor(from: number, methods: RpcMethods, pollMilliseconds: number) {
    this.#from = from;
    this.#methods = methods;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** The node's newest slot; 0 before it was asked. */
  get tip(): number {
    return this.#tip;
  }

  next(): number | undefined {
    return this.#planned.shift();
  }

  get needsSlots(): boolean {
    return this.#planned.length < plannedSlotsMinimum || this.#tipWait() <= 0;
  }

  /** Slots before `first` are gone from the node. */
  discardBefore(first: number): void {
    while (this.#planned[0] !== undefined && this.#planned[0] < first) this.#planned.shift();
    this.#from = Math.max(this.#from, first);
  }

  /** Waits for the next look at the node when all is planned, then plans what there is. */
  async fetchSlots(signal: AbortSignal): Promise<void> {
    const { clock } = this.#methods;
    const wait = this.#tipWait();
    if (wait > 0 && this.#from > this.#tip) await clock.delay(wait, signal);
    if (this.#tipWait() <= 0) {
      // A node behind a balancer may be behind the one that was asked before.
      this.#tip = Math.max(this.#tip, await this.#methods.newestSlot(signal));
      this.#tipKnownAt = clock.now();
    }
    if (this.#from > this.#tip || this.#planned.length >= plannedSlotsMinimum) return;
    const to = Math.min(this.#tip, this.#from + this.#range - 1);
    const slots = await this.#methods.slotsWithBlock(this.#from, to, signal);
    const found = slots.filter((slot) => slot >= this.#from && slot <= to);
    const last = found.at(-1);
    if (last === undefined) {
      // Either all were skipped, or this node is behind: slots are given up by a later block alone.
      this.#range = Math.min(slotRange.longest, this.#range * 2);
      if (to === this.#tip) this.#tipKnownAt = clock.now();
      return;
    }
    this.#range = slotRange.first;
    this.#planned.push(...found);
    this.#from = last + 1;
  }

  #tipWait(): number {
    return this.#tipKnownAt + this.#pollMilliseconds - this.#methods.clock.now();
  }
}
