import type * as vscode from 'vscode';

const key = 'arbscope.connection';

export interface ChosenConnectionOptions {
  /** Of this window's workspace. */
  readonly workspace: Pick<vscode.Memento, 'get' | 'update'>;
  /** Of the user, for every window. */
  readonly user: Pick<vscode.Memento, 'get' | 'update'>;
}

/**
 * The name of the connection that a window uses: its own choice, else the last that the user made
 * anywhere. Both lie in the editor's storage, which a workspace's files do not reach.
 */
export class ChosenConnection {
  readonly #options: ChosenConnectionOptions;

  constructor(options: ChosenConnectionOptions) {
    this.#options = options;
  }

  /** Null where none was ever chosen. */
  get name(): string | null {
    const { workspace, user } = this.#options;
    return textOf(workspace.get(key)) ?? textOf(user.get(key));
  }

  async choose(name: string): Promise<void> {
    const { workspace, user } = this.#options;
    await workspace.update(key, name);
    await user.update(key, name);
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
