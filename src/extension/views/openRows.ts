import type * as vscode from 'vscode';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { TreeRow } from './treeRow.ts';

/** More open rows than anybody looks at; the oldest are forgotten first. */
const rowsKept = 1_000;

export interface OpenRowsOptions {
  readonly view: Pick<vscode.TreeView<TreeRow>, 'onDidExpandElement' | 'onDidCollapseElement'>;
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly key: string;
}

/** Which rows of a tree are open. The editor forgets it with the window; this does not. */
export class OpenRows implements Disposable {
  readonly #ids: Set<string>;
  readonly #own = new DisposableList();

  constructor({ view, storage, key }: OpenRowsOptions) {
    const kept: unknown = storage.get(key);
    const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
    this.#ids = new Set(ids);
    const change = (id: string, isOpen: boolean) => {
      this.#ids.delete(id);
      if (isOpen) this.#ids.add(id);
      void storage.update(key, [...this.#ids].slice(-rowsKept));
    };
    this.#own.add(view.onDidExpandElement(({ element }) => change(element.id, true)));
    this.#own.add(view.onDidCollapseElement(({ element }) => change(element.id, false)));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  dispose(): void {
    this.#own.dispose();
  }
}
