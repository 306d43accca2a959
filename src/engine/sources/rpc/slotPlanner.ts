import { t } from '@vscode/l10n';
import type { RpcMethods } from '../../rpc/rpcMethods.ts';
import type { SlotPace } from './slotPace.ts';

/** Slots per request: the next ones, and further ones while those contain no block. */
const slotRange = { next: 128, further: 4_096 } as const;
/** A newest slot that no response has confirmed for so long was wrong. */
const unconfirmedMilliseconds = 10_000;
/** No node behind a load balancer lags so many slots: the chain begins anew, or was another one. */
export const fallenSlots = 256;
/** Rare: a list that skips more slots is requested again, as this node may lack their blocks. */
const skippedMaximum = 64;
/** Enough work while the next slots are requested. */
const plannedSlotsMinimum = 32;
const longestPauseMilliseconds = 1_000;

export interface SlotPlannerOptions {
  readonly from: number;
  readonly methods: Pick<RpcMethods, 'clock' | 'newestSlot' | 'slotsWithBlock'>;
  readonly pace: SlotPace;
}

/** The chain of the node ends far below the slots that were followed. */
export class ChainFallbackError extends Error {
  override readonly name = 'ChainFallbackError';
  readonly newestSlot: number;

  constructor(newestSlot: number, from: number) {
    super(t("The node's newest slot fell from {0} to {1}", from - 1, newestSlot));
    this.newestSlot = newestSlot;
  }
}

/**
 * Lists the slots with a block, without gaps. A poll is a `getSlot` and, if there are new slots, a
 * `getBlocks`; at most one poll per slot of the chain.
 */
export class SlotPlanner {
  readonly #methods: SlotPlannerOptions['methods'];
  readonly #pace: SlotPace;
  readonly #planned: number[] = [];
  /** Planned although no node has listed them. */
  readonly #unlisted = new Set<number>();
  #from: number;
  /** End of the slots without a block that were searched after `#from`. */
  #searchedTo = 0;
  #tip = 0;
  /** When a response last confirmed `#tip`, Unix milliseconds. */
  #tipAt = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Consecutive polls without a block. */
  #idleLooks = 0;
  /** If true, the next request needs no pause. */
  #isBehind = false;
  #notified = { slot: 0, at: Number.NEGATIVE_INFINITY };
  #isNotified = false;
  #wake: () => void = () => undefined;

  constructor({ from, methods, pace }: SlotPlannerOptions) {
    this.#from = from;
    this.#methods = methods;
    this.#pace = pace;
  }

  /** 0 before the first poll. */
  get tip(): number {
    return this.#tip;
  }

  /** Whether the node has confirmed `tip` for the last `milliseconds`. */
  isTipConfirmed(milliseconds: number): boolean {
    return Math.abs(this.#methods.clock.now() - this.#tipAt) <= milliseconds;
  }

  /** Slots in which no block was found so far, both inclusive; `null` between searches. */
  get searched(): { readonly from: number; readonly to: number } | null {
    return this.#searchedTo === 0 ? null : { from: this.#from, to: this.#searchedTo };
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
    if (first > this.#from) this.#searchedTo = 0;
    this.#from = Math.max(this.#from, first);
  }

  /** Called by a subscription; triggers the next poll. */
  notifySlot(slot: number): void {
    const { slot: known } = this.#notified;
    // Far below: the known slot was wrong.
    if (slot <= known && slot + fallenSlots > known) return;
    this.#notified = { slot, at: this.#methods.clock.now() };
    this.#isNotified = true;
    this.#wake();
  }

  async fetchSlots(signal: AbortSignal): Promise<void> {
    if (!this.#isBehind) await this.#pause(signal);
    if (!this.#isBehind || this.#age() >= longestPauseMilliseconds) {
      this.#lookedAt = this.#methods.clock.now();
      const newest = await this.#methods.newestSlot(signal);
      this.#pace.add(newest, this.#methods.clock.now());
      this.#updateTip(newest);
    }
    if (this.#from > this.#tip) {
      this.#isBehind = false;
      this.#idleLooks++;
    } else if (this.#planned.length < plannedSlotsMinimum) {
      await this.#listSlots(signal);
    }
  }

  #updateTip(newest: number): void {
    const now = this.#methods.clock.now();
    const isConfirmed = now >= this.#tipAt && now - this.#tipAt < unconfirmedMilliseconds;
    // Behind a load balancer, this node may lag behind the previous one.
    if (newest < this.#tip && isConfirmed) return;
    this.#tip = newest;
    this.#tipAt = now;
    if (newest + fallenSlots < this.#from) throw new ChainFallbackError(newest, this.#from);
  }

  async #listSlots(signal: AbortSignal): Promise<void> {
    const from = this.#from;
    const to = Math.min(this.#tip, from + slotRange.next - 1);
    const found = await this.#slotsBetween(from, to, signal);
    if ((found[0] ?? from) > from + skippedMaximum) {
      const again = await this.#slotsBetween(from, to, signal);
      found.splice(0, found.length, ...again);
    }
    if (found.length === 0 && to < this.#tip) {
      found.push(...(await this.#searchFurther(to, signal)));
    }
    const [first, last] = [found[0], found.at(-1)];
    if (first === undefined || last === undefined) {
      // The search goes on at the pace of the slots.
      this.#idleLooks = this.#searchedTo > 0 ? 0 : this.#idleLooks + 1;
      this.#isBehind = false;
      return;
    }
    for (const slot of found) this.#unlisted.delete(slot);
    this.#planned.push(...found);
    this.#from = last + 1;
    this.#searchedTo = 0;
    this.#idleLooks = 0;
    // Continue without a pause only while most slots have blocks.
    this.#isBehind = to < this.#tip && found.length * 2 > to - first;
  }

  /**
   * Slots without a block count as skipped only once a later block is listed: this node may lag
   * behind the one that reported the newest slot, and that slot may be wrong.
   */
  async #searchFurther(nextTo: number, signal: AbortSignal): Promise<number[]> {
    const isFirst = this.#searchedTo <= nextTo;
    const from = Math.max(this.#searchedTo, nextTo) + 1;
    const to = Math.min(this.#tip, from + slotRange.further - 1);
    const found = await this.#slotsBetween(from, to, signal);
    this.#searchedTo = to < this.#tip ? to : 0;
    if (isFirst && found.length === 0 && to < this.#tip) {
      // Fetching the first slot shows whether the node has deleted its block.
      this.#planned.push(this.#from);
      this.#unlisted.add(this.#from);
    }
    return found;
  }

  async #slotsBetween(from: number, to: number, signal: AbortSignal): Promise<number[]> {
    const slots = await this.#methods.slotsWithBlock(from, to, signal);
    return slots.filter((slot) => slot >= from && slot <= to);
  }

  /** Milliseconds. A clock that was set back does not delay the next poll. */
  #age(): number {
    const age = this.#methods.clock.now() - this.#lookedAt;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }

  /** Lasts one slot, longer while polls find nothing. The subscription's next slot ends it. */
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
    // Minimum pause: the subscription also reports forks, and a node may send arbitrary slots.
    const rest = pace / 2 - this.#age();
    if (rest > 0) await clock.delay(rest, signal);
  }
}

interface SlotTimes {
  /** Both bounds are inclusive; `null` if there is none. */
  firstBlock(from: number, to: number): Promise<number | null>;
  /** Unix seconds; `null` if the node has no block time. */
  blockTime(slot: number): Promise<number | null>;
}

const probeSlots = 64;
const probesMaximum = 24;
const usualToleranceSeconds = 30;

/**
 * Searches by block times, since slot durations vary. With a tolerance of 0, the result is the
 * first slot at that time or at most 64 slots before it.
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
      // No block time here; newer slots are more likely to have blocks.
      low = middle;
      continue;
    }
    if (toleranceSeconds > 0 && Math.abs(time - timeSeconds) <= toleranceSeconds) return slot;
    if (time < timeSeconds) low = middle;
    else high = middle;
  }
  return low;
}
