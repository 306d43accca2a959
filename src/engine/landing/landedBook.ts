import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import { type ChainError, chainErrorWords } from './chainErrors.ts';
import type { ChainStatus } from './landingChain.ts';

/** Confirmed and finalized follow the block after so many others. */
const blocksTo = { confirmed: 1, finalized: 32 } as const;

interface Landed {
  readonly second: number;
  readonly error: ChainError | null;
}

/** What the Sandbox's chain has taken: by signature, and by the second of its block. */
export class LandedBook {
  readonly #known = new Map<string, Landed | 'queued'>();
  readonly #blocks = new Map<number, RpcBlockTransaction[]>();

  /** Whether it waits for the next block or is in one: then the same is not taken again. */
  has(signature: string): boolean {
    return this.#known.has(signature);
  }

  queued(signature: string): void {
    this.#known.set(signature, 'queued');
  }

  /** It waited, and the chain takes no notice of it. */
  dropped(signature: string): void {
    this.#known.delete(signature);
  }

  landed(signature: string, landed: Landed, transaction: RpcBlockTransaction): void {
    this.#known.set(signature, landed);
    const block = this.#blocks.get(landed.second);
    if (block === undefined) this.#blocks.set(landed.second, [transaction]);
    else block.push(transaction);
  }

  /** At the newest second of the chain; `null` for what is in no block. */
  status(
    signature: string,
    newest: number,
    slotOf: (second: number) => number,
  ): ChainStatus | null {
    const known = this.#known.get(signature);
    if (known === undefined || known === 'queued') return null;
    const age = newest - known.second;
    return {
      slot: slotOf(known.second),
      confirmation:
        age >= blocksTo.finalized
          ? 'finalized'
          : age >= blocksTo.confirmed
            ? 'confirmed'
            : 'processed',
      error: known.error === null ? null : chainErrorWords(known.error),
    };
  }

  /** The second of the first block with anything in it, from this one on. */
  next(from: number): number | null {
    let first: number | null = null;
    for (const second of this.#blocks.keys()) {
      if (second >= from && (first === null || second < first)) first = second;
    }
    return first;
  }

  /** In the order of the blocks, both ends included. */
  between(first: number, last: number): RpcBlockTransaction[] {
    return [...this.#blocks]
      .filter(([second]) => second >= first && second <= last)
      .sort(([a], [b]) => a - b)
      .flatMap(([, transactions]) => transactions);
  }

  forgetBefore(second: number): void {
    for (const [signature, known] of this.#known) {
      if (known !== 'queued' && known.second < second) this.#known.delete(signature);
    }
    for (const at of this.#blocks.keys()) {
      if (at < second) this.#blocks.delete(at);
    }
  }
}
