import { type BlockReader, slotsPerQuestion } from '../chain/blockReader.ts';
import type { SourceBlock } from '../chain/blockSource.ts';
import type { SharedBlocks } from '../store/storeWriter.ts';

/** Slots of the chain that have a block, in order, which a store has none of. */
export type Segment = readonly number[];

/** A slot whose block the node lists, but does not give. */
export interface MissingSlot {
  readonly slot: number;
  readonly reason: string;
}

/** Slots from the first to the last of a segment: of several ingesters each has others in work. */
const segmentSlots = 1_024;
/** Slots after which the store is asked again what others have written meanwhile. */
const slotsPerLook = 32;
/** Blocks that are fetched while one is taken in. */
const concurrency = 4;

/** The slots from one to another, both included, that the node has and the store lacks. */
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
  /** Takes a block in, and writes what is due. */
  readonly index: (sourced: SourceBlock) => Promise<void>;
  /** Called before each block; waits while something else comes first. */
  readonly giveWay?: (signal: AbortSignal) => Promise<void>;
}

export interface FilledSegment {
  readonly written: number;
  readonly missing: readonly MissingSlot[];
}

/** Takes in the blocks of a segment, oldest first, but for those that others write meanwhile. */
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
        // One that fails tells so when its turn comes.
        fetch.catch(() => undefined);
        fetches.push(fetch);
      }
      signal.throwIfAborted();
      const read = await fetches[place];
      if (read?.kind === 'block') {
        await index({ slot, block: read.block });
        written++;
      } else if (read?.kind === 'missing') {
        missing.push({ slot, reason: read.reason });
      }
    }
  }
  return { written, missing };
}

/**
 * In an order of chance: several who fill the same, without knowing of each other, are each at
 * another place most of the time, and find the rest written when they come there.
 */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as Item, order[at] as Item];
  }
  return order;
}
