import type * as vscode from 'vscode';
import { receiverOrigins, type UserConnection } from '../base/connections.ts';

const mementoKey = 'arbscope.confirmedReceivers';

/**
 * Origins that may get signed transactions: those that the user entered in this extension's own
 * prompts or confirmed before the first use. Every extension can write the user's settings, where
 * connections are; it cannot write this one's state.
 */
export class ConfirmedReceivers {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#state = state;
  }

  has(origin: string): boolean {
    return this.#origins().includes(origin);
  }

  async add(...origins: readonly string[]): Promise<void> {
    const added = origins.filter((origin) => !this.has(origin));
    if (added.length > 0) await this.#state.update(mementoKey, [...this.#origins(), ...added]);
  }

  /** What the user entered of a connection; what stood there before is not confirmed by that. */
  async addEntered(connection: UserConnection, before: UserConnection | null): Promise<void> {
    const shown = before === null ? [] : receiverOrigins(before);
    await this.add(...receiverOrigins(connection).filter((origin) => !shown.includes(origin)));
  }

  #origins(): readonly unknown[] {
    const origins: unknown = this.#state.get(mementoKey);
    return Array.isArray(origins) ? origins : [];
  }
}
