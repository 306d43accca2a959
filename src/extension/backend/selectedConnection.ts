import type * as vscode from 'vscode';

const mementoKey = 'arbscope.connection';

type Storage = Pick<vscode.Memento, 'get' | 'update'>;

/**
 * The name of a window's connection: its own choice, otherwise the user's last choice in any
 * window. Both are in the editor's storage, which workspace files cannot change.
 */
export class SelectedConnection {
  readonly #storages: readonly Storage[];

  /** @param user Storage shared by all windows. */
  constructor(workspace: Storage, user: Storage) {
    this.#storages = [workspace, user];
  }

  get name(): string | null {
    const names = this.#storages.map((storage): unknown => storage.get(mementoKey));
    return names.find((name) => typeof name === 'string') ?? null;
  }

  async select(name: string): Promise<void> {
    for (const storage of this.#storages) await storage.update(mementoKey, name);
  }
}
