import type { BlockReader } from '../chain/blockReader.ts';
import type { SourceBlock } from '../chain/blockSource.ts';
import type { RpcBlock } from '../decode/rpcBlock.ts';
import { noBlockhash, type SharedBlocks } from '../store/storeWriter.ts';

/** A slot so far behind the newest is finalized: a fork is not that deep. */
const finalSlots = 64;
/** Others may write a block of a fork this much later. */
const rememberedSlots = 1_024;
/** Nodes that contradict each other in what is final are believed so many times. */
const correctionsMaximum = 3;

export interface ChainCheckOptions {
  readonly reader: Pick<BlockReader, 'block'>;
  readonly shared: Pick<SharedBlocks, 'blockhashOf' | 'remove'>;
  /** Takes a block in, in place of another of its slot. */
  readonly index: (sourced: SourceBlock) => Promise<void>;
}

/**
 * Compares the blocks that count in a store with the chain that this ingester follows, once they are
 * final. Two ingesters may have written two forks of a slot at the same moment, and the one whose
 * fork was abandoned may be gone since: then the other one, whose node knows the finalized block,
 * writes it again, and it counts from there on.
 */
export class ChainCheck {
  readonly #options: ChainCheckOptions;
  /** Slot -> blockhash of the chain followed; `null` where it has no block. */
  readonly #chain = new Map<number, string | null>();
  readonly #corrections = new Map<number, number>();
  #newestSlot = 0;

  constructor(options: ChainCheckOptions) {
    this.#options = options;
  }

  /** A block of the chain that is followed, whoever wrote it. */
  add(slot: number, { blockhash, parentSlot, previousBlockhash }: RpcBlock): void {
    this.#chain.set(slot, blockhash);
    this.#newestSlot = Math.max(this.#newestSlot, slot);
    if (parentSlot <= 0 || slot - parentSlot > finalSlots) return;
    for (let none = parentSlot + 1; none < slot; none++) this.#chain.set(none, null);
    // What another wrote before this one began is told by its child.
    if (previousBlockhash !== '') this.#chain.set(parentSlot, previousBlockhash);
  }

  /** Mends what differs. Returns the number of slots. Throws a MarketError; the rest is mended next time. */
  async mend(signal: AbortSignal): Promise<number> {
    let mended = 0;
    for (const slot of [...this.#chain.keys()].sort((first, second) => second - first)) {
      if (slot < this.#newestSlot - rememberedSlots) {
        this.#chain.delete(slot);
        this.#corrections.delete(slot);
      } else if (slot <= this.#newestSlot - finalSlots && this.#differs(slot)) {
        if (await this.#mendSlot(slot, signal)) mended++;
      }
    }
    return mended;
  }

  /** A slot that is not written at all is a gap. */
  #differs(slot: number): boolean {
    const blockhash = this.#chain.get(slot) ?? noBlockhash;
    const counting = this.#options.shared.blockhashOf(slot);
    // Single transactions and removed blocks say nothing of a fork.
    return counting !== null && counting !== '' && counting !== blockhash;
  }

  async #mendSlot(slot: number, signal: AbortSignal): Promise<boolean> {
    const corrections = this.#corrections.get(slot) ?? 0;
    if (corrections >= correctionsMaximum) return false;
    const { reader, shared, index } = this.#options;
    const read = await reader.block(slot, signal);
    if (read.kind === 'missing') return false;
    const finalized = read.kind === 'block' ? read.block.blockhash : null;
    this.#chain.set(slot, finalized);
    if (!this.#differs(slot)) return false;
    this.#corrections.set(slot, corrections + 1);
    if (read.kind === 'none') {
      await shared.remove(slot);
      return true;
    }
    const { block } = read;
    await index({ slot, block });
    // Its parent may be of the abandoned fork as well.
    this.add(slot, block);
    return true;
  }
}
