import type { BlockReader, ReadBlock } from '../../../../src/engine/chain/blockReader.ts';
import type { SourceBlock } from '../../../../src/engine/chain/blockSource.ts';
import type { UnreadablePart } from '../../../../src/engine/decode/arbitrageRecord.ts';
import type { RpcBlock } from '../../../../src/engine/decode/rpcBlock.ts';
import {
  noBlockhash,
  type SharedBlocks,
  type StoreWriter,
} from '../../../../src/engine/store/storeWriter.ts';

export const firstTimeSeconds = 1_800_000_000;
/** One block per second, so that slots map to times. */
export const timeOf = (slot: number): number => firstTimeSeconds + slot;

export const blockOf = (slot: number, blockhash = `hash${slot}`, parent = slot - 1): RpcBlock => ({
  blockhash,
  previousBlockhash: `hash${parent}`,
  parentSlot: parent,
  blockTime: timeOf(slot),
  transactions: [],
});

export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** A chain of finalized blocks; `given` lists the requested ones in order. */
export class FakeChain implements BlockReader {
  readonly slots: Set<number>;
  readonly given: number[] = [];
  /** Slots that are listed but whose block is unavailable. */
  readonly lost = new Set<number>();
  /** Slots that are listed although their block is reported as skipped. */
  readonly contradicted = new Set<number>();
  first = 0;
  onRead: (slot: number) => void = () => undefined;

  constructor(slots: readonly number[]) {
    this.slots = new Set(slots);
  }

  newestSlot = async (): Promise<number> => Math.max(...this.slots);
  firstSlot = async (): Promise<number> => this.first;
  slotsWithBlock = async (from: number, to: number): Promise<number[]> =>
    [...this.slots].filter((slot) => slot >= Math.max(from, this.first) && slot <= to);
  slotAtTime = async (timeSeconds: number): Promise<number> =>
    Math.max(this.first, timeSeconds - firstTimeSeconds);
  blockTime = async (slot: number): Promise<number> => timeOf(slot);
  block = async (slot: number): Promise<ReadBlock> => {
    this.given.push(slot);
    this.onRead(slot);
    if (this.lost.has(slot)) return { kind: 'missing', reason: 'lost' };
    if (this.contradicted.has(slot)) return { kind: 'none' };
    if (!this.slots.has(slot)) return { kind: 'none' };
    const parent = [...this.slots].findLast((each) => each < slot);
    return { kind: 'block', block: blockOf(slot, `hash${slot}`, parent) };
  };
  close = async (): Promise<void> => undefined;
}

export class FakeSharedBlocks
  implements SharedBlocks, Pick<StoreWriter, 'blockhashOf' | 'newestSlot' | 'remove'>
{
  /** At the start of a check. */
  newestSlot: number | null = null;
  keptSeconds: number | null = null;
  readonly hashes = new Map<number, string>();
  readonly takenBack: [from: number, to: number, missing: readonly number[]][] = [];

  constructor(slots: readonly number[] = []) {
    for (const slot of slots) this.hashes.set(slot, `hash${slot}`);
  }

  /** Slots of blocks of which most cannot be read. */
  readonly unreadable = new Set<number>();

  readonly index = async ({ slot, block }: SourceBlock): Promise<UnreadablePart | null> => {
    if (this.unreadable.has(slot)) return { isMost: true, reason: 'no option' };
    this.hashes.set(slot, block.blockhash);
    return null;
  };

  get slots(): number[] {
    return [...this.hashes.keys()].sort((first, second) => first - second);
  }

  slotsBetween = async (from: number, to: number): Promise<Set<number>> =>
    new Set(this.slots.filter((slot) => slot >= from && slot <= to));
  slotsOfTime = async (from: number, to: number) => {
    const found = this.slots.filter((slot) => timeOf(slot) >= from && timeOf(slot) <= to);
    const [first, last] = [found[0], found.at(-1)];
    return first === undefined || last === undefined ? null : { first, last };
  };
  blockhashOf = (slot: number): string | null => this.hashes.get(slot) ?? null;
  remove = async (slot: number): Promise<void> => {
    this.hashes.set(slot, noBlockhash);
  };
  takeBackLeftOut = async (from: number, to: number, missing: readonly number[]): Promise<void> => {
    this.takenBack.push([from, to, missing]);
  };
}
