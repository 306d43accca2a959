import type { RpcBlock } from '../../decode/rpcBlock.ts';

/** More than the maximum depth of a fork. */
const rememberedBlocks = 512;

export class ForkDetector {
  /** Slot -> blockhash; `null` for a missing block. */
  readonly #hashes = new Map<number, string | null>();
  /** Slots between a delivered block and its delivered parent: the chain has no block there. */
  readonly #empty = new Set<number>();
  #first = Number.POSITIVE_INFINITY;

  addDelivered(slot: number, { blockhash, parentSlot, previousBlockhash }: RpcBlock): void {
    this.#set(slot, blockhash);
    this.#empty.delete(slot);
    // Two chains contradict each other: the block may exist, so it is asked for.
    this.#empty.delete(parentSlot);
    // Any block can name any slot; the parent's hash proves that it is the parent.
    if (this.#hashes.get(parentSlot) !== previousBlockhash) return;
    const first = Math.max(parentSlot + 1, slot - rememberedBlocks);
    for (let empty = first; empty < slot; empty++) this.#empty.add(empty);
    for (const old of this.#empty) {
      if (this.#empty.size <= rememberedBlocks) break;
      this.#empty.delete(old);
    }
  }

  /** Whether the blocks around the slot prove that the chain has none in it. */
  isEmpty(slot: number): boolean {
    return this.#empty.has(slot);
  }

  addOmitted(slot: number): void {
    if (!this.#hashes.has(slot)) this.#set(slot, null);
  }

  /** `null` if the parent in its current version was delivered. */
  missingParent({ parentSlot, previousBlockhash }: RpcBlock): number | null {
    const hash = this.#hashes.get(parentSlot);
    if (hash === null) return null;
    if (hash === undefined) return parentSlot > this.#first ? parentSlot : null;
    return hash === previousBlockhash ? null : parentSlot;
  }

  #set(slot: number, hash: string | null): void {
    this.#hashes.set(slot, hash);
    if (this.#first === Number.POSITIVE_INFINITY) this.#first = slot;
    if (this.#hashes.size <= rememberedBlocks) return;
    for (const old of this.#hashes.keys()) {
      if (this.#hashes.size <= rememberedBlocks) break;
      this.#hashes.delete(old);
      // Forgotten slots do not count as missing.
      this.#first = Math.max(this.#first, old);
    }
  }
}
