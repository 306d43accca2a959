import { throwIfCancelled } from '../../../api/cancellation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { SlotLeader, SlotReader } from '../../chain/slotReader.ts';
import { type CompetitionBlock, readCompetitionBlock } from '../../competition/blockTransaction.ts';

export interface WindowSlot {
  readonly slot: number;
  readonly state: 'read' | 'no-block' | 'unknown';
  /** Why its block could not be read; else empty. */
  readonly reason: string;
  readonly block: CompetitionBlock | null;
  readonly leader: SlotLeader | null;
}

export interface ReadWindow {
  /** Ascending. */
  readonly slots: readonly WindowSlot[];
  readonly leadersReason: string;
  readonly slotMilliseconds: number | null;
}

type ReadOptions = Required<Pick<MarketCallOptions, 'signal'>> &
  Pick<MarketCallOptions, 'onBlocks'>;

/** A block takes a node seconds; more at once would be in the way of other requests. */
const blocksAtOnce = 4;

/** Slots from `first` to `last`. Throws a MarketError. */
export async function readCompetitionWindow(
  reader: SlotReader,
  { first, last }: { readonly first: number; readonly last: number },
  options: ReadOptions,
): Promise<ReadWindow> {
  const { signal } = options;
  const slots = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const [blocks, { leaders, reason }, slotMilliseconds] = await Promise.all([
    readBlocks(reader, slots, options),
    readLeaders(reader, first, slots.length, signal),
    optional(reader.slotMilliseconds(last, signal)),
  ]);
  return {
    slots: slots.map((slot, at) => ({
      slot,
      state: 'unknown',
      reason: '',
      block: null,
      ...blocks[at],
      leader: leaders[at] ?? null,
    })),
    leadersReason: reason,
    slotMilliseconds,
  };
}

export type BlockOfSlot = Pick<WindowSlot, 'state' | 'reason' | 'block'>;

/** A few at once, in the order of the slots. Throws a MarketError. */
export async function readBlocks(
  reader: SlotReader,
  slots: readonly number[],
  { signal, onBlocks }: ReadOptions,
): Promise<readonly BlockOfSlot[]> {
  const found: BlockOfSlot[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < slots.length) {
      const at = next++;
      throwIfCancelled(signal);
      try {
        found[at] = await readBlock(reader, slots[at] ?? 0, signal);
        onBlocks?.(++done, slots.length);
      } catch (error) {
        // Nobody waits for the others any more.
        next = slots.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: blocksAtOnce }, work));
  return found;
}

async function readBlock(
  reader: SlotReader,
  slot: number,
  signal: AbortSignal,
): Promise<BlockOfSlot> {
  const read = await reader.block(slot, signal);
  switch (read.kind) {
    case 'block':
      return { state: 'read', reason: '', block: readCompetitionBlock(slot, read.block) };
    case 'none':
      return { state: 'no-block', reason: '', block: null };
    case 'missing':
      return { state: 'unknown', reason: read.reason, block: null };
  }
}

/** Many plans refuse the method, and a node knows the leaders of a few epochs only. */
export async function readLeaders(
  reader: SlotReader,
  first: number,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly leaders: readonly (SlotLeader | null)[]; readonly reason: string }> {
  try {
    return { leaders: await reader.leaders(first, count, signal), reason: '' };
  } catch (error) {
    if (!MarketError.is(error) || error.kind === 'cancelled') throw error;
    return { leaders: [], reason: error.message };
  }
}

async function optional<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (!MarketError.is(error) || error.kind === 'cancelled') throw error;
    return null;
  }
}
