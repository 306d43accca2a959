/** Signatures whose block was replaced, and which another block may hold again. */
const rememberedSignatures = 10_000;

/**
 * Numbers the rows of `transactions` as they come. A transaction that a fork moves to another block
 * keeps its number, so that streams do not repeat it.
 */
export class RowNumbers {
  #newest: number;
  readonly #former = new Map<string, number>();

  constructor(newest: number) {
    this.#newest = newest;
  }

  get newest(): number {
    return this.#newest;
  }

  next(): number {
    return ++this.#newest;
  }

  /** The number that the signature's row had before its block was replaced; each is given once. */
  takeFormer(signature: string): number | undefined {
    // Nearly always: hashing the signatures of a day's history is a twentieth of indexing it.
    if (this.#former.size === 0) return undefined;
    const number = this.#former.get(signature);
    this.#former.delete(signature);
    return number;
  }

  /** Remembers the number of a row that leaves with its block. */
  remember(signature: string, number: number): void {
    this.#former.set(signature, number);
    for (const oldest of this.#former.keys()) {
      if (this.#former.size <= rememberedSignatures) break;
      this.#former.delete(oldest);
    }
  }
}
