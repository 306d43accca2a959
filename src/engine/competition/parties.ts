import type { BlockTransaction } from './blockTransaction.ts';

/**
 * Who trades: the signers and the authority of the swaps together. One trader with two fee payers is
 * one party. Transactions that share one of these accounts are of one party.
 */
export class Parties {
  /** Account -> another one of its party; the last one is the party's name. */
  readonly #next = new Map<string, string>();

  add(transaction: BlockTransaction): void {
    this.join(accountsOf(transaction));
  }

  /** Accounts of one party. */
  join([first, ...others]: readonly string[]): void {
    if (first === undefined) return;
    const root = this.#rootOf(first);
    for (const other of others) {
      const joined = this.#rootOf(other);
      if (joined !== root) this.#next.set(joined, root);
    }
  }

  /** The same text for all transactions of a party. */
  of(transaction: BlockTransaction): string {
    return this.ofAccount(transaction.message.keys.at(0));
  }

  ofAccount(account: string): string {
    return this.#rootOf(account);
  }

  isSame(first: BlockTransaction, second: BlockTransaction): boolean {
    return this.of(first) === this.of(second);
  }

  #rootOf(account: string): string {
    let root = account;
    for (let next = this.#next.get(root); next !== undefined; next = this.#next.get(root)) {
      root = next;
    }
    return root;
  }
}

/** Signers first. */
export function accountsOf(transaction: BlockTransaction): string[] {
  const { message } = transaction;
  const signers = Array.from({ length: message.requiredSignatures }, (_, at) =>
    message.keys.at(at),
  );
  return [...new Set([...signers, ...transaction.circle.authorities])];
}
