import { type BlockReader, missingSlotReason, slotsPerQuestion } from '../chain/blockReader.ts';
import type { SourceBlock } from '../chain/blockSource.ts';
import type { UnreadablePart } from '../decode/arbitrageRecord.ts';
import type { SharedBlocks } from '../store/storeWriter.ts';

/** Slots, in order, that have a block on the chain but not in the store. */
export type Segment = readonly number[];

/** A slot whose block the node lists, but does not provide in a readable form. */
export interface MissingSlot {
  readonly slot: number;
  readonly reason: string;
}

/** Maximum slot range of a segment; small enough that ingesters work on different segments. */
const segmentSlots = 1_024;
/** Slots between two checks for blocks that other ingesters have written. */
const slotsPerLook = 32;
const concurrency = 4;

/** Slots in the range (inclusive) that the node has and the store lacks. */
export async function* findGaps(
  range: { readonly from: number; readonly to: number },
  { reader, shared }: { readonly reader: BlockReader; readonly shared: SharedBlocks },
  signal: AbortSignal,
): AsyncGenerator<Segment> {
  let segment: number[] = [];
  for (let from = range.from; from <= range.to; from += slotsPerQuestion) {
    const to = Math.min(range.to, from + slotsPerQuestion - 1);
    const listed = await reader.slotsWithBlock(from, to, signal);
    const written = await shared.slotsBetween(from, to);
    for (const slot of listed) {
      if (written.has(slot)) continue;
      if (segment[0] !== undefined && slot >= segment[0] + segmentSlots) {
        yield segment;
        segment = [];
      }
      segment.push(slot);
    }
  }
  if (segment.length > 0) yield segment;
}

export interface SegmentFilling {
  readonly reader: BlockReader;
  readonly shared: SharedBlocks;
  /** Indexes a block, unless most of it is unreadable, and writes rows that are due. */
  readonly index: (sourced: SourceBlock) => Promise<UnreadablePart | null>;
  /** Called before each block; waits while other work has priority. */
  readonly giveWay?: (signal: AbortSignal) => Promise<void>;
}

export interface FilledSegment {
  readonly written: number;
  readonly missing: readonly MissingSlot[];
}

/** Indexes the blocks of a segment, oldest first, except those that others write meanwhile. */
export async function fillSegment(
  segment: Segment,
  { reader, shared, index, giveWay }: SegmentFilling,
  signal: AbortSignal,
): Promise<FilledSegment> {
  let written = 0;
  const missing: MissingSlot[] = [];
  for (let at = 0; at < segment.length; at += slotsPerLook) {
    const part = segment.slice(at, at + slotsPerLook);
    const [first, last] = [part[0] ?? 0, part.at(-1) ?? 0];
    const known = await shared.slotsBetween(first, last);
    const wanted = part.filter((slot) => !known.has(slot));
    const fetches: ReturnType<BlockReader['block']>[] = [];
    for (const [place, slot] of wanted.entries()) {
      await giveWay?.(signal);
      while (fetches.length < Math.min(wanted.length, place + concurrency)) {
        const fetch = reader.block(wanted[fetches.length] ?? slot, signal);
        // Errors are handled when this fetch is awaited.
        fetch.catch(() => undefined);
        fetches.push(fetch);
      }
      signal.throwIfAborted();
      const read = await fetches[place];
      if (read?.kind === 'block') {
        const part = await index({ slot, block: read.block });
        if (part?.isMost === true) missing.push({ slot, reason: part.reason });
        else written++;
      } else if (read !== undefined) {
        // The node has listed the slot, so a response without a block contradicts itself.
        const reason = read.kind === 'missing' ? read.reason : missingSlotReason(slot);
        missing.push({ slot, reason });
      }
    }
  }
  return { written, missing };
}

/** Random order: ingesters that fill the same range mostly work on different segments. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as Item, order[at] as Item];
  }
  return order;
}
