import type * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { TreeRow } from './treeRow.ts';

/** The oldest are dropped first. */
const maxExpandedRows = 1_000;

export interface ExpandedRowsOptions {
  readonly view: Pick<vscode.TreeView<TreeRow>, 'onDidExpandElement' | 'onDidCollapseElement'>;
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly key: string;
}

/** Persisted, since the editor forgets them when the window closes. */
export class ExpandedRows extends DisposableStore {
  readonly #options: ExpandedRowsOptions;
  readonly #ids: Set<string>;

  constructor(options: ExpandedRowsOptions) {
    super();
    const { view, storage, key } = options;
    this.#options = options;
    const kept: unknown = storage.get(key);
    const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
    this.#ids = new Set(ids);
    this.add(view.onDidExpandElement(({ element }) => this.markExpanded(element.id)));
    this.add(
      view.onDidCollapseElement(({ element }) => {
        this.#ids.delete(element.id);
        this.#save();
      }),
    );
  }

  /**
   * Called when the editor requests the children of a row, which it does only for expanded rows.
   * Needed because it fires no event for a row expanded during a redraw.
   */
  markExpanded(id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#save();
  }

  #save(): void {
    const { storage, key } = this.#options;
    void storage.update(key, [...this.#ids].slice(-maxExpandedRows));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
