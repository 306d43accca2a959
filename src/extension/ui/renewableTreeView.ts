import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { ViewId } from '../contributions/views.ts';
import type { TreeRow } from './treeRow.ts';

/** About 10 MB of memory in the extension host. */
export const maxDrawnRows = 20_000;
/** Lower limit for a hidden view, where the user cannot see the renewal. */
export const maxDrawnRowsHidden = 5_000;

/**
 * Recreates the view after it has drawn many rows. VS Code's extension host keeps a few hundred
 * bytes per drawn row until the view is disposed, so a view that changes every second would
 * otherwise grow as long as the window is open.
 */
export class RenewableTreeView extends DisposableStore {
  readonly #viewId: ViewId;
  readonly #options: vscode.TreeViewOptions<TreeRow>;
  readonly #visibility = this.add(new vscode.EventEmitter<{ readonly visible: boolean }>());
  readonly #selection = this.add(
    new vscode.EventEmitter<vscode.TreeViewSelectionChangeEvent<TreeRow>>(),
  );
  readonly #expanded = this.add(new vscode.EventEmitter<vscode.TreeViewExpansionEvent<TreeRow>>());
  readonly #collapsed = this.add(new vscode.EventEmitter<vscode.TreeViewExpansionEvent<TreeRow>>());
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidChangeSelection = this.#selection.event;
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = this.#collapsed.event;
  #listeners = new DisposableStore();
  #view: vscode.TreeView<TreeRow>;
  #isVisible: boolean;
  #drawnRows = 0;
  #renewal: NodeJS.Immediate | undefined;

  constructor(viewId: ViewId, options: vscode.TreeViewOptions<TreeRow>) {
    super();
    this.#viewId = viewId;
    this.#options = options;
    this.#view = this.#open();
    this.#isVisible = this.#view.visible;
  }

  get visible(): boolean {
    return this.#isVisible;
  }

  get selection(): readonly TreeRow[] {
    return this.#view.selection;
  }

  get message(): string {
    return this.#view.message ?? '';
  }

  set message(message: string) {
    this.#view.message = message;
  }

  get description(): string {
    return this.#view.description ?? '';
  }

  set description(description: string) {
    // Each assignment sends a message to the window, even without a change.
    if (this.#view.description !== description) this.#view.description = description;
  }

  reveal(
    row: TreeRow,
    options?: Parameters<vscode.TreeView<TreeRow>['reveal']>[1],
  ): Thenable<void> {
    return this.#view.reveal(row, options);
  }

  countDrawnRow(): void {
    this.#drawnRows += 1;
    if (this.#drawnRows >= maxDrawnRows) this.#renew();
  }

  override dispose(): void {
    clearImmediate(this.#renewal);
    this.#listeners.dispose();
    this.#view.dispose();
    super.dispose();
  }

  #open(): vscode.TreeView<TreeRow> {
    const view = vscode.window.createTreeView(this.#viewId, this.#options);
    this.#listeners = new DisposableStore();
    this.#listeners.add(view.onDidChangeVisibility(({ visible }) => this.#setVisible(visible)));
    this.#listeners.add(view.onDidChangeSelection((event) => this.#selection.fire(event)));
    this.#listeners.add(view.onDidExpandElement((event) => this.#expanded.fire(event)));
    this.#listeners.add(view.onDidCollapseElement((event) => this.#collapsed.fire(event)));
    return view;
  }

  /** A recreated view reports that it is visible; ignore the repetition. */
  #setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#visibility.fire({ visible: isVisible });
    if (!isVisible && this.#drawnRows >= maxDrawnRowsHidden) this.#renew();
  }

  /** Not while a row is selected, since the selection would be lost. */
  #renew(): void {
    if (this.#renewal !== undefined || (this.#isVisible && this.#view.selection.length > 0)) return;
    this.#drawnRows = 0;
    const { message, description } = this.#view;
    this.#renewal = setImmediate(() => {
      this.#listeners.dispose();
      this.#view.dispose();
      // The editor removes the disposed view by its id, which the new view shares: wait for that.
      this.#renewal = setImmediate(() => {
        this.#renewal = undefined;
        this.#view = this.#open();
        Object.assign(this.#view, { message, description });
      });
    });
  }
}
