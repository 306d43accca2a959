import type { Clock } from '../../http/retry.ts';
import {
  type FilledSegment,
  fillSegment,
  findGaps,
  type Segment,
  type SegmentFilling,
  shuffled,
} from './segments.ts';

export interface FilledGaps {
  readonly written: number;
  /** Slots whose blocks the node does not provide; retried later. */
  readonly missing: number;
  /** The node's first slot, if it no longer has older slots to check; otherwise `null`. */
  readonly firstSlot: number | null;
}

export interface GapFillerOptions extends SegmentFilling {
  /** How far back to search for gaps, in block time. */
  readonly fillSeconds: number;
  readonly newestSeconds: () => number | null;
  readonly clock: Clock;
}

/** Minimum age of gaps: ingesters that follow the tip still fill younger ones. */
const settledSeconds = 60;
/** Segments per call, before searching for newer gaps again. */
const segmentsPerLook = 4;
/** Delay before an unavailable block is requested again; doubles each time. */
const retryMilliseconds = 10 * 60_000;
const attemptsMaximum = 6;
const missingMaximum = 1_000;

/**
 * Fills the gaps of a store that several ingesters write, whichever of them left the gaps. Each
 * covers the whole period in random order and skips blocks that others have written, so they need
 * no coordination, and a single one fills everything. A block written twice counts once.
 */
export class GapFiller {
  readonly #options: GapFillerOptions;
  #checkedTo = -1;
  /** Gaps up to `#checkedTo`, except the slots in `#missing`. */
  #gaps: Segment[] = [];
  readonly #missing = new Map<number, { readonly attempts: number; readonly dueAt: number }>();
  /** First slot checked since all gaps were last filled. */
  #unsettledFrom: number | null = null;
  #hasToldFirst = false;

  constructor(options: GapFillerOptions) {
    this.#options = options;
  }

  /** True if known gaps can be filled without waiting. */
  get hasMore(): boolean {
    return this.#gaps.length > 0;
  }

  /** Searches once and fills some of the gaps. Throws a MarketError; the next call continues. */
  async fill(signal: AbortSignal): Promise<FilledGaps> {
    const { giveWay, clock } = this.#options;
    await giveWay?.(signal);
    const { found, firstSlot } = await this.#findNew(signal);
    // New gaps first, as a long old one may take hours.
    const order = [found, this.#gaps].flatMap((gaps) => shuffled(gaps, () => clock.random()));
    this.#gaps = order;
    let written = 0;
    let missing = 0;
    for (const segment of order.slice(0, segmentsPerLook)) {
      const filled = await fillSegment(segment, this.#options, signal);
      written += filled.written;
      missing += filled.missing.length;
      this.#gaps = this.#gaps.filter((gap) => gap !== segment);
      for (const slot of segment) this.#remember(slot, filled);
    }
    await this.#settle();
    return { written, missing, firstSlot };
  }

  /** Gaps that reached the minimum age since the last search, and missing slots due for a retry. */
  async #findNew(signal: AbortSignal): Promise<{
    readonly found: Segment[];
    readonly firstSlot: number | null;
  }> {
    const { shared, newestSeconds, reader } = this.#options;
    // Skips blocks that retention would delete at once.
    const kept = shared.keptSeconds ?? Number.POSITIVE_INFINITY;
    const fillSeconds = Math.min(this.#options.fillSeconds, kept);
    const newest = newestSeconds();
    if (newest === null) return { found: [], firstSlot: null };
    const held = await shared.slotsOfTime(newest - fillSeconds, newest - settledSeconds);
    if (held === null) return { found: [], firstSlot: null };
    const wanted = Math.max(held.first, this.#checkedTo + 1);
    if (wanted > held.last) return { found: this.#dueAgain(), firstSlot: null };
    const first = await reader.firstSlot(signal);
    const from = Math.max(wanted, first);
    const found: Segment[] = [];
    const range = { from, to: held.last };
    for await (const segment of findGaps(range, this.#options, signal)) found.push(segment);
    this.#checkedTo = held.last;
    this.#unsettledFrom ??= from;
    return { found: [...found, ...this.#dueAgain()], firstSlot: this.#untoldFirst(first, wanted) };
  }

  /** Once only unavailable blocks are missing, updates the store's counts of missing blocks. */
  async #settle(): Promise<void> {
    const from = this.#unsettledFrom;
    if (from === null || this.#gaps.length > 0 || this.#missing.size >= missingMaximum) return;
    await this.#options.shared.takeBackLeftOut(from, this.#checkedTo, [...this.#missing.keys()]);
    this.#unsettledFrom = null;
  }

  /** Slots due for a retry, each as its own gap. */
  #dueAgain(): Segment[] {
    const now = this.#options.clock.now();
    const due: Segment[] = [];
    for (const [slot, { attempts, dueAt }] of this.#missing) {
      if (dueAt > now) continue;
      due.push([slot]);
      this.#missing.set(slot, { attempts, dueAt: Number.POSITIVE_INFINITY });
    }
    return due;
  }

  #remember(slot: number, { missing }: FilledSegment): void {
    const { attempts = 0 } = this.#missing.get(slot) ?? {};
    if (!missing.some((each) => each.slot === slot)) {
      // The block arrived, so its minute must be settled.
      if (this.#missing.delete(slot))
        this.#unsettledFrom = Math.min(slot, this.#unsettledFrom ?? slot);
      return;
    }
    if (attempts === 0 && this.#missing.size >= missingMaximum) return;
    const isLast = attempts + 1 >= attemptsMaximum;
    const wait = retryMilliseconds * 2 ** attempts;
    const dueAt = isLast ? Number.POSITIVE_INFINITY : this.#options.clock.now() + wait;
    this.#missing.set(slot, { attempts: attempts + 1, dueAt });
  }

  /** The node's first slot if it is after `wanted`; reported only once. */
  #untoldFirst(first: number, wanted: number): number | null {
    if (first <= wanted || this.#hasToldFirst) return null;
    this.#hasToldFirst = true;
    return first;
  }
}
