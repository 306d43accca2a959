import type { RpcBlock } from '../../decode/rpcBlock.ts';
import type { PushedBlock } from '../rpc/blockFeed.ts';
import type { DecidedBank, GeyserBlock } from './geyserMessages.ts';
import { GeyserFormatError } from './protobufReader.ts';
import { readBlock } from './readBlock.ts';

/** For untaken blocks; dropped older blocks are fetched by RPC. */
const heldMaximum = { blocks: 48, bytes: 256 * 1024 * 1024 } as const;
const decisionsMaximum = 512;

/**
 * Blocks by slot and bank. Until a slot is decided, it may have several banks, of which the decided one
 * may come last. A block is decided as soon as its slot reaches the commitment with its bank, or a
 * decided block names it as its parent. Servers that send no bank ids decide by themselves: their
 * newest block of a slot counts, and a block of another parent shows later if it was the wrong one.
 */
export class BlockBuffer {
  readonly #held = new Set<GeyserBlock>();
  /**
   * Slot -> bank, or the hash that a decided child names; `null`: the server does not say which, so it is
   * the only one. Oldest first.
   */
  readonly #decisions = new Map<number, number | string | null>();
  #heldBytes = 0;
  #discardedBefore = 0;
  #newestSlot = 0;

  /** Of the last decided block; 0 before the first. */
  get newestSlot(): number {
    return this.#newestSlot;
  }

  /** The slot may be lower than before, if the chain or a wrong slot of the node was followed. */
  restartAt(slot: number): void {
    this.#discardedBefore = slot;
  }

  /** Call for each subscription: another server behind the same URL numbers banks differently. */
  forgetBanks(): void {
    const hashes = [...this.#decisions].filter(([, decision]) => typeof decision === 'string');
    const held = [...this.#held].filter(({ bank }) => bank !== null);
    const decided = held.filter((block) => this.#isDecided(block));
    this.#decisions.clear();
    for (const [slot, hash] of hashes) this.#decisions.set(slot, hash);
    for (const { slot, blockhash } of decided) this.#decisions.set(slot, blockhash);
    for (const block of held) {
      if (!this.#isDecided(block)) this.#drop(block);
    }
  }

  /** Returns whether the block, which may be discarded, shows how far the server is. */
  add(block: GeyserBlock): boolean {
    if (block.slot < this.#discardedBefore) {
      this.#newestSlot = block.slot;
      return true;
    }
    for (const other of this.#heldIn(block.slot)) {
      if (other.bank === block.bank) this.#drop(other);
    }
    this.#held.add(block);
    this.#heldBytes += block.bytes;
    this.#dropOldest(block);
    if (!this.#isDecided(block)) return false;
    this.#settle(block);
    return true;
  }

  /** Returns whether a block is decided now. */
  decide({ slot, bank }: DecidedBank): boolean {
    if (slot < this.#discardedBefore) return false;
    if (bank !== null || !this.#decisions.has(slot)) this.#remember(slot, bank);
    const decided = this.#heldIn(slot).find((block) => this.#isDecided(block));
    if (decided === undefined) return false;
    this.#settle(decided);
    return true;
  }

  /** The lowest slot; stays in the buffer. */
  first(): PushedBlock | undefined {
    let lowest: GeyserBlock | undefined;
    for (const block of this.#held) {
      if (lowest !== undefined && block.slot >= lowest.slot) continue;
      if (this.#isDecided(block)) lowest = block;
    }
    return lowest && toPushedBlock(lowest);
  }

  take(slot: number): PushedBlock | undefined {
    const block = this.#heldIn(slot).find((each) => this.#isDecided(each));
    if (block === undefined) return undefined;
    this.#drop(block);
    return toPushedBlock(block);
  }

  discardBefore(slot: number): void {
    this.#discardedBefore = Math.max(this.#discardedBefore, slot);
    for (const block of this.#held) {
      if (block.slot < this.#discardedBefore) this.#drop(block);
    }
  }

  #isDecided({ slot, bank, blockhash }: GeyserBlock): boolean {
    if (bank === null) return true;
    const decision = this.#decisions.get(slot);
    if (decision === null) return this.#heldIn(slot).length === 1;
    return decision === bank || decision === blockhash;
  }

  /** The other banks of the slot are abandoned; the ancestors are decided, too. */
  #settle(block: GeyserBlock): void {
    this.#newestSlot = block.slot;
    if (block.bank === null) return;
    // A later bank does not change it.
    if (this.#decisions.get(block.slot) === null) this.#remember(block.slot, block.blockhash);
    for (let decided: GeyserBlock | undefined = block; decided !== undefined; ) {
      const { slot, parentSlot, parentBlockhash }: GeyserBlock = decided;
      for (const other of this.#heldIn(slot)) {
        if (other !== decided) this.#drop(other);
      }
      if (!this.#decisions.has(parentSlot)) this.#remember(parentSlot, parentBlockhash);
      decided = this.#heldIn(parentSlot).find(({ blockhash }) => blockhash === parentBlockhash);
    }
  }

  #remember(slot: number, decision: number | string | null): void {
    this.#decisions.set(slot, decision);
    for (const old of this.#decisions.keys()) {
      if (this.#decisions.size <= decisionsMaximum) break;
      this.#decisions.delete(old);
    }
  }

  #heldIn(slot: number): GeyserBlock[] {
    return [...this.#held].filter((block) => block.slot === slot);
  }

  #dropOldest(added: GeyserBlock): void {
    while (this.#held.size > heldMaximum.blocks || this.#heldBytes > heldMaximum.bytes) {
      const oldest = [...this.#held].reduce((one, other) => (other.slot < one.slot ? other : one));
      if (oldest === added) break;
      this.#drop(oldest);
    }
  }

  #drop(block: GeyserBlock): void {
    if (this.#held.delete(block)) this.#heldBytes -= block.bytes;
  }
}

const toPushedBlock = (block: GeyserBlock): PushedBlock => ({
  slot: block.slot,
  parentSlot: block.parentSlot,
  read: () => readOrNull(block),
});

function readOrNull(block: GeyserBlock): RpcBlock | null {
  try {
    return readBlock(block);
  } catch (error) {
    if (!GeyserFormatError.is(error)) throw error;
    return null;
  }
}
