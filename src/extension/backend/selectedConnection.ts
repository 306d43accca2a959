import type * as vscode from 'vscode';

const mementoKey = 'arbscope.connection';

type Storage = Pick<vscode.Memento, 'get' | 'update'>;

/**
 * The name of the connection that a window uses: its own choice, else the last that the user made
 * anywhere. Both lie in the editor's storage, which a workspace's files do not reach.
 */
export class SelectedConnection {
  readonly #storages: readonly Storage[];

  /** @param user Of the user, for every window. */
  constructor(workspace: Storage, user: Storage) {
    this.#storages = [workspace, user];
  }

  /** Null where none was ever chosen. */
  get name(): string | null {
    const names = this.#storages.map((storage): unknown => storage.get(mementoKey));
    return names.find((name) => typeof name === 'string') ?? null;
  }

  async select(name: string): Promise<void> {
    for (const storage of this.#storages) await storage.update(mementoKey, name);
  }
}
