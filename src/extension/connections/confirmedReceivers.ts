import type * as vscode from 'vscode';
import { receiverOrigins, type UserConnection } from '../base/connections.ts';

const mementoKey = 'arbscope.confirmedReceivers';

/**
 * Origins that may receive signed transactions: those that the user entered in this extension's
 * prompts, or confirmed before the first use. They are kept in the extension's own state, because
 * every extension can write the user settings that contain the connections.
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

  /** Confirms the receivers that the user entered, except those already in `before`. */
  async addEntered(connection: UserConnection, before: UserConnection | null): Promise<void> {
    const shown = before === null ? [] : receiverOrigins(before);
    await this.add(...receiverOrigins(connection).filter((origin) => !shown.includes(origin)));
  }

  #origins(): readonly unknown[] {
    const origins: unknown = this.#state.get(mementoKey);
    return Array.isArray(origins) ? origins : [];
  }
}
