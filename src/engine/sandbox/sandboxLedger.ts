import { blockhashLifetimeBlocks } from '../../solana/landing/chainAccounts.ts';
import { formatTransactionError } from '../../solana/programErrors/errorWords.ts';
import type { TransactionStatus } from '../chain/landingChain.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { TransactionError } from '../rpc/transactionError.ts';

/** Number of later blocks. As since Alpenglow, `confirmed` and `finalized` name one state. */
export const commitmentDepth = { processed: 0, confirmed: 1, finalized: 1 } as const;

export const confirmationAt = (depth: number): TransactionStatus['confirmation'] =>
  depth >= commitmentDepth.finalized ? 'finalized' : 'processed';

export interface LandedTransaction {
  readonly signature: string;
  /** Unix seconds. */
  readonly second: number;
  readonly error: TransactionError | null;
  /** Including those from lookup tables. */
  readonly accounts: readonly string[];
  readonly transaction: RpcBlockTransaction;
}

export class SandboxLedger {
  readonly #entries = new Map<string, LandedTransaction | 'queued'>();
  readonly #blocks = new Map<number, LandedTransaction[]>();

  /** True for a queued or landed signature, whose transaction would be a duplicate. */
  has(signature: string): boolean {
    return this.#entries.has(signature);
  }

  addQueued(signature: string): void {
    this.#entries.set(signature, 'queued');
  }

  remove(signature: string): void {
    this.#entries.delete(signature);
  }

  addLanded(landed: LandedTransaction): void {
    this.#entries.set(landed.signature, landed);
    const block = this.#blocks.get(landed.second);
    if (block === undefined) this.#blocks.set(landed.second, [landed]);
    else block.push(landed);
  }

  /** `null` if it is in no block. */
  landed(signature: string): LandedTransaction | null {
    const known = this.#entries.get(signature);
    return known === undefined || known === 'queued' ? null : known;
  }

  /** Status at the chain's newest second; `null` if it is in no block. */
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

  nextSecond(from: number): number | null {
    let first: number | null = null;
    for (const second of this.#blocks.keys()) {
      if (second >= from && (first === null || second < first)) first = second;
    }
    return first;
  }

  /** In block order; both bounds are inclusive. */
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

/** At the chain's current time; there is one block per second. */
export class RecentBlockhashes {
  readonly #options: RecentBlockhashesOptions;
  /** Oldest first. */
  readonly #seconds = new Map<string, number>();
  #newest = Number.NEGATIVE_INFINITY;

  constructor(options: RecentBlockhashesOptions) {
    this.#options = options;
  }

  /** Goes back only when the journal is replayed after a restart. */
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

  /** `null` if expired or unknown. */
  blocksLeft(blockhash: string): number | null {
    const second = this.#seconds.get(blockhash);
    if (second === undefined) return null;
    const left = blockhashLifetimeBlocks - (this.#newest - second);
    return left > 0 ? left : null;
  }

  /** As programs see them: newest first, without that of the running block. */
  slotHashes(): { readonly slot: number; readonly hash: string }[] {
    return [...this.#seconds]
      .reverse()
      .slice(1)
      .map(([hash, second]) => ({ slot: this.#options.slotOf(second), hash }));
  }
}
