import type { RpcBlock } from '../../decode/rpcBlock.ts';

/** More than the maximum depth of a fork. */
const rememberedBlocks = 512;

export class ForkDetector {
  /** Slot -> blockhash; `null` for a missing block. */
  readonly #hashes = new Map<number, string | null>();
  #first = Number.POSITIVE_INFINITY;

  addDelivered(slot: number, { blockhash }: RpcBlock): void {
    this.#set(slot, blockhash);
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
