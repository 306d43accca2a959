import type { BlockReader } from '../chain/blockReader.ts';
import type { RpcBlock } from '../decode/rpcBlock.ts';
import { noBlockhash, type StoreWriter } from '../store/storeWriter.ts';
import type { SegmentFilling } from './segments.ts';

/**
 * Blocks this far behind the newest are final on every chain: no fork of Tower BFT is that deep, and after
 * Alpenglow a confirmed block is final at once.
 */
const finalSlots = 64;
/** Slots checked behind the newest, as another ingester may write a fork's block this late. */
const rememberedSlots = 1_024;
/** At the start, blocks this far behind the newest stored one may never have been compared. */
const uncheckedSlots = 96;
/** Of those, so many are requested at a time. */
const readsPerCall = 32;
/** Limits corrections per slot if nodes disagree about finalized blocks. */
const correctionsMaximum = 3;

export interface ChainCheckOptions {
  readonly reader: Pick<BlockReader, 'block'>;
  readonly store: Pick<StoreWriter, 'blockhashOf' | 'newestSlot' | 'remove'>;
  /** Indexes the block in place of another one of its slot. */
  readonly index: SegmentFilling['index'];
}

/**
 * Compares the valid blocks of the store with the chain that this ingester follows, once they are
 * final. A fork may leave a slot without a block, so that nothing replaces what was written; of two
 * ingesters that write two forks of a slot, the one with the abandoned fork may stop afterwards.
 * The finalized block is then fetched and written again, which makes it the valid one.
 */
export class ChainCheck {
  readonly #options: ChainCheckOptions;
  /** Slot -> blockhash on the followed chain; `null` if the slot has no block. */
  readonly #chain = new Map<number, string | null>();
  readonly #corrections = new Map<number, number>();
  /** Slots that were stored before the start, and how often the node did not provide them. */
  readonly #unchecked = new Map<number, number>();
  #newestSlot = 0;

  constructor(options: ChainCheckOptions) {
    this.#options = options;
    const newest = options.store.newestSlot ?? -1;
    for (let slot = newest; slot >= 0 && slot > newest - uncheckedSlots; slot--) {
      if (hasBlock(options.store.blockhashOf(slot))) this.#unchecked.set(slot, 0);
    }
  }

  /** Adds a block of the followed chain; any ingester may have written it to the store. */
  add(slot: number, { blockhash, parentSlot, previousBlockhash }: RpcBlock): void {
    this.#chain.set(slot, blockhash);
    this.#newestSlot = Math.max(this.#newestSlot, slot);
    if (parentSlot <= 0 || slot - parentSlot > finalSlots) return;
    for (let none = parentSlot + 1; none < slot; none++) this.#chain.set(none, null);
    // The child identifies its parent, which was possibly written before this ingester started.
    if (previousBlockhash !== '') this.#chain.set(parentSlot, previousBlockhash);
  }

  /** Returns the number of corrected blocks. Throws a MarketError; the next call goes on. */
  async mend(signal: AbortSignal): Promise<number> {
    await this.#readUnchecked(signal);
    let mended = 0;
    for (const slot of [...this.#chain.keys()].sort((first, second) => second - first)) {
      if (slot <= this.#newestSlot - finalSlots && this.#differs(slot)) {
        if (await this.#mendSlot(slot, signal)) mended++;
      }
      if (slot < this.#newestSlot - rememberedSlots) {
        this.#chain.delete(slot);
        this.#corrections.delete(slot);
      }
    }
    return mended;
  }

  /**
   * A store has no parents of its blocks, so the chain of those that an earlier process wrote is
   * read from the node: it may have ended before a fork was final.
   */
  async #readUnchecked(signal: AbortSignal): Promise<void> {
    const due = [...this.#unchecked].filter(([slot]) => slot <= this.#newestSlot - finalSlots);
    for (const [slot, failures] of due.slice(0, readsPerCall)) {
      const read = await this.#options.reader.block(slot, signal);
      if (read.kind === 'block') this.add(slot, read.block);
      const isOver = read.kind !== 'missing' || failures + 1 >= correctionsMaximum;
      this.#unchecked.delete(slot);
      // At the end, so that a block that the node lacks does not keep back the others.
      if (!isOver) this.#unchecked.set(slot, failures + 1);
    }
  }

  /** A slot without a block in the store is a gap, not a difference. */
  #differs(slot: number): boolean {
    const blockhash = this.#chain.get(slot) ?? noBlockhash;
    const counting = this.#options.store.blockhashOf(slot);
    // Single transactions and removed blocks are not evidence of a fork.
    return counting !== null && counting !== '' && counting !== blockhash;
  }

  async #mendSlot(slot: number, signal: AbortSignal): Promise<boolean> {
    const corrections = this.#corrections.get(slot) ?? 0;
    if (corrections >= correctionsMaximum) return false;
    const { reader, store, index } = this.#options;
    const read = await reader.block(slot, signal);
    if (read.kind === 'missing') return false;
    // The node's ledger may have a gap in the slot. Only a later block with an earlier parent proves
    // that the chain has none.
    if (read.kind === 'none' && this.#chain.get(slot) !== null) return false;
    const finalized = read.kind === 'block' ? read.block.blockhash : null;
    this.#chain.set(slot, finalized);
    if (!this.#differs(slot)) return false;
    this.#corrections.set(slot, corrections + 1);
    if (read.kind === 'none') {
      await store.remove(slot);
      return true;
    }
    const { block } = read;
    if ((await index({ slot, block }))?.isMost === true) return false;
    // The parent may also be of the abandoned fork.
    this.add(slot, block);
    return true;
  }
}

const hasBlock = (blockhash: string | null): boolean =>
  blockhash !== null && blockhash !== '' && blockhash !== noBlockhash;
