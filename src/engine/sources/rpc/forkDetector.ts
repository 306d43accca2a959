import type { RpcBlock } from '../../decode/rpcBlock.ts';

/** Blocks that a later one may still prove wrong: more than a fork is ever deep. */
const rememberedBlocks = 512;

/** Remembers the newest blocks, to tell whether a new block's parent was delivered. */
export class ForkDetector {
  /** Slot -> blockhash; `null` for a slot that was left out. */
  readonly #hashes = new Map<number, string | null>();
  #first = Number.POSITIVE_INFINITY;

  addDelivered(slot: number, { blockhash }: RpcBlock): void {
    this.#set(slot, blockhash);
  }

  addOmitted(slot: number): void {
    if (!this.#hashes.has(slot)) this.#set(slot, null);
  }

  /** The parent's slot where its block was never delivered, or another in its place. */
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
      // What was forgotten is not missing.
      this.#first = Math.max(this.#first, old);
    }
  }
}
