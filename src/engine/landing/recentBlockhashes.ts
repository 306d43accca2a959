import { blockhashLifetimeBlocks } from '../../solana/landing/chainAccounts.ts';

export interface RecentBlockhashesOptions {
  readonly blockhashOf: (second: number) => string;
  readonly slotOf: (second: number) => number;
}

/** The blockhashes that a transaction may name, as the chain's clock moves. A block is a second. */
export class RecentBlockhashes {
  readonly #options: RecentBlockhashesOptions;
  /** Seconds by hash, the oldest first. */
  readonly #seconds = new Map<string, number>();
  #newest = Number.NEGATIVE_INFINITY;

  constructor(options: RecentBlockhashesOptions) {
    this.#options = options;
  }

  /** Forwards as a rule; backwards as well, where what was landed before a restart runs again. */
  advanceTo(second: number): void {
    const oldest = second - blockhashLifetimeBlocks;
    const goesOn = second >= this.#newest && oldest <= this.#newest;
    if (!goesOn) this.#seconds.clear();
    for (let at = goesOn ? this.#newest + 1 : oldest; at <= second; at++) {
      this.#seconds.set(this.#options.blockhashOf(at), at);
    }
    for (const [hash, at] of this.#seconds) {
      if (at >= oldest) break;
      this.#seconds.delete(hash);
    }
    this.#newest = second;
  }

  /** Blocks until it expires; `null` for one that is expired or unknown. */
  blocksLeft(blockhash: string): number | null {
    const second = this.#seconds.get(blockhash);
    if (second === undefined) return null;
    const left = blockhashLifetimeBlocks - (this.#newest - second);
    return left > 0 ? left : null;
  }

  /** As programs see them, the newest first: that of the block that runs is not known to them yet. */
  slotHashes(): { readonly slot: number; readonly hash: string }[] {
    return [...this.#seconds]
      .reverse()
      .slice(1)
      .map(([hash, second]) => ({ slot: this.#options.slotOf(second), hash }));
  }
}
