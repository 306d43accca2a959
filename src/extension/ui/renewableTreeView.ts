import * as vscode from 'vscode';
import type { ViewId } from '../base/contributions.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { TreeRow } from './treeRow.ts';

/** Some 10 MB of the extension host’s memory. */
export const maxDrawnRows = 20_000;
/** Nobody sees a hidden view renewed. */
export const maxDrawnRowsHidden = 5_000;

/**
 * A tree view of the editor that is opened anew once it has drawn many rows. VS Code's extension
 * host keeps a few hundred bytes for each row that it has ever drawn, until the view is disposed:
 * a view that changes every second would grow for as long as the window is open.
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
    // Each is a message to the window, whether it changes anything or not.
    if (this.#view.description !== description) this.#view.description = description;
  }

  get badge(): vscode.ViewBadge | undefined {
    return this.#view.badge;
  }

  set badge(badge: vscode.ViewBadge | undefined) {
    this.#view.badge = badge;
  }

  reveal(
    row: TreeRow,
    options?: Parameters<vscode.TreeView<TreeRow>['reveal']>[1],
  ): Thenable<void> {
    return this.#view.reveal(row, options);
  }

  /** The editor has asked for a row to draw it. */
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

  /** A view that was opened anew tells that it is visible, as it was before. */
  #setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#visibility.fire({ visible: isVisible });
    if (!isVisible && this.#drawnRows >= maxDrawnRowsHidden) this.#renew();
  }

  /** A selection would be lost; rows that are drawn after it ask again. */
  #renew(): void {
    if (this.#renewal !== undefined || (this.#isVisible && this.#view.selection.length > 0)) return;
    this.#drawnRows = 0;
    const { message, description, badge } = this.#view;
    this.#renewal = setImmediate(() => {
      this.#listeners.dispose();
      this.#view.dispose();
      // The editor forgets the disposed one by its id, which the new one has too: that comes first.
      this.#renewal = setImmediate(() => {
        this.#renewal = undefined;
        this.#view = this.#open();
        Object.assign(this.#view, { message, description, badge });
      });
    });
  }
}
