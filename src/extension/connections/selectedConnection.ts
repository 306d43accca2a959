import type * as vscode from 'vscode';

const mementoKey = 'arbscope.connection';

export interface SelectedConnectionOptions {
  /** Of this window's workspace. */
  readonly workspace: Pick<vscode.Memento, 'get' | 'update'>;
  /** Of the user, for every window. */
  readonly user: Pick<vscode.Memento, 'get' | 'update'>;
}

/**
 * The name of the connection that a window uses: its own choice, else the last that the user made
 * anywhere. Both lie in the editor's storage, which a workspace's files do not reach.
 */
export class SelectedConnection {
  readonly #options: SelectedConnectionOptions;

  constructor(options: SelectedConnectionOptions) {
    this.#options = options;
  }

  /** Null where none was ever chosen. */
  get name(): string | null {
    const { workspace, user } = this.#options;
    return stringOrNull(workspace.get(mementoKey)) ?? stringOrNull(user.get(mementoKey));
  }

  async select(name: string): Promise<void> {
    const { workspace, user } = this.#options;
    await workspace.update(mementoKey, name);
    await user.update(mementoKey, name);
  }
}

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
