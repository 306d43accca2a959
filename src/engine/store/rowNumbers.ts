/** Signatures of replaced blocks to remember, as other blocks may contain them again. */
const rememberedSignatures = 10_000;

/**
 * Numbers the rows of `transactions` in the order of arrival. A transaction that a fork moves to
 * another block keeps its number, so that streams do not repeat it.
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

  /** The number of the signature's row before its block was replaced; returned only once. */
  takeFormer(signature: string): number | undefined {
    // The usual case: hashing a day's signatures would take 5 % of the indexing time.
    if (this.#former.size === 0) return undefined;
    const number = this.#former.get(signature);
    this.#former.delete(signature);
    return number;
  }

  remember(signature: string, number: number): void {
    this.#former.set(signature, number);
    for (const oldest of this.#former.keys()) {
      if (this.#former.size <= rememberedSignatures) break;
      this.#former.delete(oldest);
    }
  }
}
