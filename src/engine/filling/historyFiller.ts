import type { Clock } from '../../http/retry.ts';
import {
  fillSegment,
  findGaps,
  type MissingSlot,
  type Segment,
  type SegmentFilling,
  shuffled,
} from './segments.ts';

const daySeconds = 86_400;
/** From this number on, the day's counts of missing blocks are not updated. */
const missingMaximum = 1_000;

export interface FilledDay {
  readonly daySeconds: number;
  /** Blocks that this ingester wrote. */
  readonly written: number;
  readonly missing: readonly MissingSlot[];
  /** Time of the node's first block if the day begins before it, Unix seconds. */
  readonly nodeBeginsSeconds: number | null;
}

export interface HistoryFillerOptions extends SegmentFilling {
  readonly clock: Clock;
  /** Called with a day and its number of slots to write. */
  readonly onProgress?: (daySeconds: number, left: number) => void;
}

/** A day and its slot range (inclusive); `null` if the node has none of its slots. */
interface DaySlots {
  readonly day: number;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly nodeBeginsSeconds: number | null;
}

/**
 * Writes past days. Any number of ingesters may run with the same days, on one or several machines:
 * each takes days and segments in random order and skips what is already written. They thus share
 * the work without locks, take over from a killed one, and each ends when everything is written.
 * Fills whole days, because a day is a partition of the store, and inserts across many days would
 * create many small parts.
 */
export class HistoryFiller {
  readonly #options: HistoryFillerOptions;

  constructor(options: HistoryFillerOptions) {
    this.#options = options;
  }

  /** `days`: starts in Unix seconds. Ends at the newest finalized block. Throws a MarketError. */
  async fill(days: readonly number[], signal: AbortSignal): Promise<FilledDay[]> {
    const { clock } = this.#options;
    const slots = await findDaySlots(days, this.#options, signal);
    const filled: FilledDay[] = [];
    for (const day of shuffled(slots, () => clock.random())) {
      filled.push(await this.#fillDay(day, signal));
    }
    return filled.sort((first, second) => first.daySeconds - second.daySeconds);
  }

  async #fillDay({ day, range, nodeBeginsSeconds }: DaySlots, signal: AbortSignal) {
    const { clock, onProgress } = this.#options;
    const missing: MissingSlot[] = [];
    let written = 0;
    const segments: Segment[] = [];
    if (range !== null) {
      for await (const segment of findGaps(range, this.#options, signal)) segments.push(segment);
    }
    let left = segments.reduce((sum, { length }) => sum + length, 0);
    for (const segment of shuffled(segments, () => clock.random())) {
      onProgress?.(day, left);
      const filled = await fillSegment(segment, this.#options, signal);
      written += filled.written;
      missing.push(...filled.missing);
      left -= segment.length;
    }
    missing.sort((first, second) => first.slot - second.slot);
    if (range !== null && missing.length < missingMaximum) {
      const slots = missing.map(({ slot }) => slot);
      await this.#options.shared.takeBackLeftOut(range.from, range.to, slots);
    }
    return { daySeconds: day, written, missing, nodeBeginsSeconds };
  }
}

/** Contiguous slot ranges of the days, so that no slot is between two days. */
async function findDaySlots(
  days: readonly number[],
  { reader, clock }: Pick<HistoryFillerOptions, 'reader' | 'clock'>,
  signal: AbortSignal,
): Promise<DaySlots[]> {
  const newest = await reader.newestSlot(signal);
  const first = await reader.firstSlot(signal);
  const begins = await reader.blockTime(first, signal);
  const firstSlots = new Map<number, Promise<number>>();
  const firstSlotOf = (time: number): Promise<number> => {
    const known = firstSlots.get(time) ?? reader.slotAtTime(time, signal);
    firstSlots.set(time, known);
    return known;
  };
  const found: DaySlots[] = [];
  for (const day of days) {
    const next = day + daySeconds;
    const nodeBeginsSeconds = begins !== null && begins > day ? begins : null;
    if (begins !== null && begins >= next) {
      found.push({ day, range: null, nodeBeginsSeconds });
      continue;
    }
    const from = await firstSlotOf(day);
    const isLast = next > clock.now() / 1_000;
    const to = isLast ? newest : (await firstSlotOf(next)) - 1;
    found.push({ day, range: { from, to }, nodeBeginsSeconds });
  }
  return found;
}
