import type { RpcMethods } from '../../rpc/rpcMethods.ts';
import type { SlotPace } from './slotPace.ts';

/** Slots asked for at once; more where no block is found in them. */
const slotRange = { first: 128, longest: 4_096 } as const;
/** Enough to go on with while the next are asked for. */
const plannedSlotsMinimum = 32;
/** Between two looks at the node, whatever it answers. */
const longestPauseMilliseconds = 1_000;

export interface SlotPlannerOptions {
  /** First slot that is planned. */
  readonly from: number;
  readonly methods: Pick<RpcMethods, 'clock' | 'newestSlot' | 'slotsWithBlock'>;
  readonly pace: SlotPace;
}

/**
 * Finds out which slots have a block, in order, without a gap. A look is a `getSlot` and, when there
 * is a slot to ask for, a `getBlocks`: at most one look for each slot of the chain.
 */
export class SlotPlanner {
  readonly #methods: SlotPlannerOptions['methods'];
  readonly #pace: SlotPace;
  readonly #planned: number[] = [];
  /** Planned though no node has listed them. */
  readonly #unlisted = new Set<number>();
  /** First slot that was not asked for. */
  #from: number;
  #range: number = slotRange.first;
  #tip = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Looks in a row that found no block. */
  #idleLooks = 0;
  /** The last look left slots that the next can ask for at once. */
  #isBehind = false;
  #notified = { slot: 0, at: Number.NEGATIVE_INFINITY };
  #isNotified = false;
  #wake: () => void = () => undefined;

  constructor({ from, methods, pace }: SlotPlannerOptions) {
    this.#from = from;
    this.#methods = methods;
    this.#pace = pace;
  }

  /** The node's newest slot; 0 before it was asked. */
  get tip(): number {
    return this.#tip;
  }

  next(): number | undefined {
    return this.#planned.shift();
  }

  get hasPlanned(): boolean {
    return this.#planned.length > 0;
  }

  wasListed(slot: number): boolean {
    return !this.#unlisted.has(slot);
  }

  get needsSlots(): boolean {
    return this.#planned.length < plannedSlotsMinimum || this.#age() >= longestPauseMilliseconds;
  }

  discardBefore(first: number): void {
    while (this.#planned[0] !== undefined && this.#planned[0] < first) this.#planned.shift();
    this.#from = Math.max(this.#from, first);
  }

  /** A subscription has told of a slot: the next look is taken now. */
  notifySlot(slot: number): void {
    if (slot <= this.#notified.slot) return;
    this.#notified = { slot, at: this.#methods.clock.now() };
    this.#isNotified = true;
    this.#wake();
  }

  /** Waits for the time of the next look, and plans what it finds. */
  async fetchSlots(signal: AbortSignal): Promise<void> {
    if (!this.#isBehind) await this.#pause(signal);
    if (!this.#isBehind || this.#age() >= longestPauseMilliseconds) {
      this.#lookedAt = this.#methods.clock.now();
      const newest = await this.#methods.newestSlot(signal);
      this.#pace.add(newest, this.#methods.clock.now());
      // A node behind a balancer may be behind the one that was asked before.
      this.#tip = Math.max(this.#tip, newest);
    }
    if (this.#from > this.#tip) {
      this.#isBehind = false;
      this.#idleLooks++;
    } else if (this.#planned.length < plannedSlotsMinimum) {
      await this.#listSlots(signal);
    }
  }

  async #listSlots(signal: AbortSignal): Promise<void> {
    const to = Math.min(this.#tip, this.#from + this.#range - 1);
    const slots = await this.#methods.slotsWithBlock(this.#from, to, signal);
    const found = slots.filter((slot) => slot >= this.#from && slot <= to);
    const [first, last] = [found[0], found.at(-1)];
    if (first !== undefined && last !== undefined) {
      this.#range = slotRange.first;
      this.#planned.push(...found);
      this.#from = last + 1;
      this.#idleLooks = 0;
      // Ask on without a pause only while most of the slots have blocks.
      this.#isBehind = to < this.#tip && found.length * 2 > to - first;
      return;
    }
    // All were skipped, or this node is behind the one that named the newest slot.
    this.#idleLooks++;
    this.#isBehind = false;
    if (to - this.#from + 1 < slotRange.longest) {
      this.#range = Math.min(slotRange.longest, this.#range * 2);
      return;
    }
    // No node is that far behind. Asking for the first of them tells whether it was deleted.
    this.#planned.push(this.#from);
    this.#unlisted.add(this.#from);
    this.#from = to + 1;
  }

  /** Milliseconds since the last look. A clock that was set back does not postpone the next one. */
  #age(): number {
    const age = this.#methods.clock.now() - this.#lookedAt;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }

  /** Until a slot later, or longer while nothing is found; while slots are told of, until the next. */
  async #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#methods;
    const pace = this.#pace.milliseconds;
    const isSubscribed = clock.now() - this.#notified.at < longestPauseMilliseconds;
    const pause = isSubscribed
      ? longestPauseMilliseconds
      : Math.min(longestPauseMilliseconds, pace * 2 ** Math.max(0, this.#idleLooks - 1));
    const wait = pause - this.#age();
    if (wait > 0 && !this.#isNotified) {
      const waking = new AbortController();
      this.#wake = () => waking.abort();
      await clock
        .delay(wait, AbortSignal.any([signal, waking.signal]))
        .catch(() => signal.throwIfAborted());
    }
    this.#isNotified = false;
    // Forks are told of too, and a node may say anything.
    const rest = pace / 2 - this.#age();
    if (rest > 0) await clock.delay(rest, signal);
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
/** Nearer than this to the time asked for is near enough, where the caller does not say. */
const usualToleranceSeconds = 30;

/**
 * The slot of the first block near `timeSeconds`, found by block times: slot lengths change. With a
 * tolerance of 0 it is the first at that time, or at most 64 slots before it.
 */
export async function findSlotAtTime(
  timeSeconds: number,
  {
    first,
    tip,
    toleranceSeconds = usualToleranceSeconds,
  }: { readonly first: number; readonly tip: number; readonly toleranceSeconds?: number },
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
    if (toleranceSeconds > 0 && Math.abs(time - timeSeconds) <= toleranceSeconds) return slot;
    if (time < timeSeconds) low = middle;
    else high = middle;
  }
  return low;
}
