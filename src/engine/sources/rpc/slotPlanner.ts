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

interface SlotTimes {
  /** First slot from `from` to `to` that has a block; `null` when none has. */
  firstBlock(from: number, to: number): Promise<number | null>;
  /** Block time, Unix seconds; `null` when the node does not know. */
  blockTime(slot: number): Promise<number | null>;
}

/** Slots looked through for one with a block. */
const probeSlots = 64;
const probesMaximum = 24;
/** Nearer than this to the time asked for is near enough. */
const toleranceSeconds = 30;

/** The slot of the first block near `timeSeconds`, found by block times: slot lengths change. */
export async function findSlotAtTime(
  timeSeconds: number,
  { first, tip }: { readonly first: number; readonly tip: number },
  times: SlotTimes,
): Promise<number> {
  let low = first;
  let high = tip;
  for (let probe = 0; probe < probesMaximum && high - low > probeSlots; probe++) {
    const middle = Math.floor((low + high) / 2);
    const slot = await times.firstBlock(middle, Math.min(middle + probeSlots, high));
    const time = slot === null ? null : await times.blockTime(slot);
    if (time === null || slot === null) {
      // Nothing to be learned here; what is newer surely holds blocks.
      low = middle;
      continue;
    }
    if (Math.abs(time - timeSeconds) <= toleranceSeconds) return slot;
    if (time < timeSeconds) low = middle;
    else high = middle;
  }
  return low;
}
