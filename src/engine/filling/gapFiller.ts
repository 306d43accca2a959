import type { Clock } from '../../http/retry.ts';
import {
  type FilledSegment,
  fillSegment,
  findGaps,
  type Segment,
  type SegmentFilling,
  shuffled,
} from './segments.ts';

/** What one look for gaps came to. */
export interface FilledGaps {
  readonly written: number;
  /** Slots whose blocks the node does not give; they are asked for again later. */
  readonly missing: number;
  /** Slots before it are gone from the node, and were looked at no more; `null` where none are. */
  readonly firstSlot: number | null;
}

export interface GapFillerOptions extends SegmentFilling {
  /** How far back gaps are looked for, by block times. */
  readonly fillSeconds: number;
  /** Block time of the newest block, Unix seconds; `null` before there is one. */
  readonly newestSeconds: () => number | null;
  readonly clock: Clock;
}

/** Younger gaps are being filled by those who follow the tip. */
const settledSeconds = 60;
/** Then there is another look, for what is newer. */
const segmentsPerLook = 4;
/** After this long a block that was not given is asked for again; twice as long each time. */
const retryMilliseconds = 10 * 60_000;
const attemptsMaximum = 6;
/** More of them are not remembered one by one. */
const missingMaximum = 1_000;

/**
 * Fills the gaps of a store that several ingesters write, whoever left them. Each does so over the
 * whole time, at other places first, and skips what others have written meanwhile: none has to know
 * of another, and one alone fills all of it. What two write at once counts once, as any block.
 */
export class GapFiller {
  readonly #options: GapFillerOptions;
  /** Slots up to here were looked at. */
  #checkedTo = -1;
  /** What is missing of them, but for the slots below. */
  #gaps: Segment[] = [];
  readonly #missing = new Map<number, { readonly attempts: number; readonly dueAt: number }>();
  /** First slot that was looked at since all gaps were filled. */
  #unsettledFrom: number | null = null;
  #hasToldFirst = false;

  constructor(options: GapFillerOptions) {
    this.#options = options;
  }

  /** Whether there are gaps that it goes on with at once. */
  get hasMore(): boolean {
    return this.#gaps.length > 0;
  }

  /** One look, and some of what it finds. Throws a MarketError; what is left is for the next one. */
  async fill(signal: AbortSignal): Promise<FilledGaps> {
    const { giveWay, clock } = this.#options;
    await giveWay?.(signal);
    const { found, firstSlot } = await this.#findNew(signal);
    // Of late first: a long gap may take hours.
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

  /** The gaps that became old enough since the last look, and those whose blocks were not given. */
  async #findNew(signal: AbortSignal): Promise<{
    readonly found: Segment[];
    readonly firstSlot: number | null;
  }> {
    const { shared, newestSeconds, reader } = this.#options;
    // What would leave at once is not filled.
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

  /** Tells the store, once nothing is missing but what the node does not give. */
  async #settle(): Promise<void> {
    const from = this.#unsettledFrom;
    if (from === null || this.#gaps.length > 0 || this.#missing.size >= missingMaximum) return;
    await this.#options.shared.takeBackLeftOut(from, this.#checkedTo, [...this.#missing.keys()]);
    this.#unsettledFrom = null;
  }

  /** Slots to be asked for again, each of which is a gap of its own. */
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
      // It came after all: its minute is to be settled.
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

  /** Where the node begins behind the first slot to be looked at; said once. */
  #untoldFirst(first: number, wanted: number): number | null {
    if (first <= wanted || this.#hasToldFirst) return null;
    this.#hasToldFirst = true;
    return first;
  }
}
