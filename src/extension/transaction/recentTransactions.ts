import type * as vscode from 'vscode';
import { parseSignature } from '../../solana/parseSignature.ts';
import * as is from '../../webview/guards.ts';
import type { TransactionSummary } from './transactionSummary.ts';

const storageKey = 'arbscope.recentTransactions';
/** Total over all connections. */
export const maxRecentTransactions = 20;

const text = is.string(100);
const isEntry = is.object({
  connection: text,
  signature: text,
  outcome: is.nullable(is.oneOf('gain', 'loss', 'unknown', 'failed', 'no-swap')),
  netGainsSol: is.nullable(is.number),
  route: is.array(is.string(1_000), 50),
  timeMilliseconds: is.nullable(is.number),
  wallet: text,
  provider: text,
});
type Entry = is.Guarded<typeof isEntry>;

/** Newest first, stored in the editor. */
export class RecentTransactions {
  readonly #storage: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(storage: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#storage = storage;
  }

  /** Other connections do not know them. */
  of(connection: string): readonly TransactionSummary[] {
    return this.#entries().filter((entry) => entry.connection === connection);
  }

  async add(connection: string, summary: TransactionSummary): Promise<void> {
    const { signature } = summary;
    const entry = { ...summary, route: summary.route.slice(0, 50), connection };
    if (!isStored(entry)) return;
    const others = this.#entries().filter(
      (each) => each.signature !== signature || each.connection !== connection,
    );
    await this.#storage.update(storageKey, [entry, ...others].slice(0, maxRecentTransactions));
  }

  /** Read each time, since another window may have added transactions. */
  #entries(): readonly Entry[] {
    const stored = this.#storage.get<unknown>(storageKey);
    if (!Array.isArray(stored)) return [];
    return (stored as readonly unknown[]).filter(isStored).slice(0, maxRecentTransactions);
  }
}

const isStored = (value: unknown): value is Entry =>
  isEntry(value) && parseSignature(value.signature).kind === 'signature';
