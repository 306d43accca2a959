import { blockhashLifetimeBlocks } from '../../solana/landing/chainAccounts.ts';
import { formatTransactionError } from '../../solana/programErrors/errorWords.ts';
import type { TransactionStatus } from '../chain/landingChain.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { TransactionError } from '../rpc/transactionError.ts';

/** Confirmed and finalized follow the block after so many others. */
export const commitmentDepth = { processed: 0, confirmed: 1, finalized: 32 } as const;

/** What a block with so many blocks on top of it has reached. */
export function confirmationAt(depth: number): TransactionStatus['confirmation'] {
  if (depth >= commitmentDepth.finalized) return 'finalized';
  return depth >= commitmentDepth.confirmed ? 'confirmed' : 'processed';
}

export interface LandedTransaction {
  readonly signature: string;
  /** Unix seconds of its block. */
  readonly second: number;
  readonly error: TransactionError | null;
  /** Every account that it names, from lookup tables too. */
  readonly accounts: readonly string[];
  readonly transaction: RpcBlockTransaction;
}

/** What the Sandbox's chain has taken: by signature, and by the second of its block. */
export class SandboxLedger {
  readonly #entries = new Map<string, LandedTransaction | 'queued'>();
  readonly #blocks = new Map<number, LandedTransaction[]>();

  /** Whether it waits for the next block or is in one: then the same is not taken again. */
  has(signature: string): boolean {
    return this.#entries.has(signature);
  }

  addQueued(signature: string): void {
    this.#entries.set(signature, 'queued');
  }

  /** It waited, and the chain takes no notice of it. */
  remove(signature: string): void {
    this.#entries.delete(signature);
  }

  addLanded(landed: LandedTransaction): void {
    this.#entries.set(landed.signature, landed);
    const block = this.#blocks.get(landed.second);
    if (block === undefined) this.#blocks.set(landed.second, [landed]);
    else block.push(landed);
  }

  /** `null` for what is in no block. */
  landed(signature: string): LandedTransaction | null {
    const known = this.#entries.get(signature);
    return known === undefined || known === 'queued' ? null : known;
  }

  /** At the newest second of the chain; `null` for what is in no block. */
  status(
    signature: string,
    newest: number,
    slotOf: (second: number) => number,
  ): TransactionStatus | null {
    const landed = this.landed(signature);
    if (landed === null) return null;
    return {
      slot: slotOf(landed.second),
      confirmation: confirmationAt(newest - landed.second),
      error: landed.error === null ? null : formatTransactionError(landed.error),
    };
  }

  /** The second of the first block with anything in it, from this one on. */
  nextSecond(from: number): number | null {
    let first: number | null = null;
    for (const second of this.#blocks.keys()) {
      if (second >= from && (first === null || second < first)) first = second;
    }
    return first;
  }

  /** In the order of the blocks, both ends included. */
  landedBetween(first: number, last: number): LandedTransaction[] {
    return [...this.#blocks]
      .filter(([second]) => second >= first && second <= last)
      .sort(([a], [b]) => a - b)
      .flatMap(([, transactions]) => transactions);
  }

  deleteBefore(second: number): void {
    for (const [signature, known] of this.#entries) {
      if (known !== 'queued' && known.second < second) this.#entries.delete(signature);
    }
    for (const at of this.#blocks.keys()) {
      if (at < second) this.#blocks.delete(at);
    }
  }
}

interface RecentBlockhashesOptions {
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
