import * as vscode from 'vscode';
import { isObject } from '../../../api/isObject.ts';
import { type Disposable, DisposableStore, Listeners } from '../../base/disposable.ts';
import { Panel, type PanelKindOptions, webviewOptions } from './panel.ts';

/** One panel per key. On shutdown they stay in the editor, which restores them. */
export class PanelManager<State, Content, Request> extends DisposableStore {
  readonly #options: PanelKindOptions<State, Content, Request>;
  readonly #contentListeners = new Listeners<Content>();
  readonly #openPanels = new Map<string, Panel<State, Content, Request>>();

  constructor(options: PanelKindOptions<State, Content, Request>) {
    super();
    this.#options = options;
    this.add(
      vscode.window.registerWebviewPanelSerializer(options.kind.id, {
        deserializeWebviewPanel: async (webviewPanel, state: unknown) => {
          this.#restore(webviewPanel, state);
        },
      }),
    );
  }

  /** Shows the open panel with this state's key, or a new one, which loads unless `content` is given. */
  open(
    state: State,
    { isBeside = false, content }: { readonly isBeside?: boolean; readonly content?: Content } = {},
  ): Panel<State, Content, Request> {
    const { kind, extensionUri } = this.#options;
    const known = this.#openPanels.get(kind.keyOf(state));
    if (known !== undefined) {
      known.show(state);
      known.reveal();
      return known;
    }
    const title = kind.titleOf(state, null);
    const unrestored = this.#unrestoredTabs(title);
    const { Active, Beside } = vscode.ViewColumn;
    const column = unrestored[0]?.group.viewColumn ?? (isBeside ? Beside : Active);
    const options = webviewOptions(extensionUri);
    const panel = vscode.window.createWebviewPanel(kind.id, title, column, options);
    if (unrestored.length > 0) void vscode.window.tabGroups.close(unrestored);
    return this.#add(state, panel, content);
  }

  /** Until first shown, a restored tab has a title but no panel. */
  #unrestoredTabs(title: string): readonly vscode.Tab[] {
    // Shortened addresses may be equal: never close an open panel for another one.
    if ([...this.#openPanels.values()].some((panel) => panel.title === title)) return [];
    return vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(
        ({ label, input }) =>
          label === title &&
          input instanceof vscode.TabInputWebview &&
          input.viewType.endsWith(this.#options.kind.id),
      );
  }

  stateOf(key: string): State | undefined {
    return this.#openPanels.get(key)?.state;
  }

  /** Returns whether there is an open panel with this key. */
  reveal(key: string): boolean {
    const panel = this.#openPanels.get(key);
    panel?.reveal();
    return panel !== undefined;
  }

  get states(): readonly State[] {
    return [...this.#openPanels.values()].map(({ state }) => state);
  }

  /** Reloads the open panel with this state's key, in its current place, with this state. */
  replace(state: State): void {
    const panel = this.#openPanels.get(this.#options.kind.keyOf(state));
    if (panel === undefined) return;
    if (JSON.stringify(panel.state) === JSON.stringify(state)) panel.load(true);
    else panel.show(state);
  }

  reload(): void {
    for (const panel of this.#openPanels.values()) panel.load();
  }

  refreshActive(): void {
    for (const panel of this.#openPanels.values()) if (panel.isActive) panel.load(true);
  }

  /** Sends no request. */
  update(change: (content: Content) => Content): void {
    for (const panel of this.#openPanels.values()) panel.update(change);
  }

  onContent(listener: (content: Content) => void): Disposable {
    return this.#contentListeners.add(listener);
  }

  #restore(webviewPanel: vscode.WebviewPanel, stored: unknown): void {
    const { kind } = this.#options;
    // Validated like any message, since the page stored it.
    const state = isObject(stored) ? stored['panel'] : null;
    if (!kind.isState(state) || this.#openPanels.has(kind.keyOf(state))) webviewPanel.dispose();
    else this.#add(state, webviewPanel);
  }

  #add(
    state: State,
    webviewPanel: vscode.WebviewPanel,
    content?: Content,
  ): Panel<State, Content, Request> {
    const key = this.#options.kind.keyOf(state);
    const panel = new Panel<State, Content, Request>({
      ...this.#options,
      state,
      content,
      webviewPanel,
      onContent: (content) => this.#contentListeners.fire(content),
      onDispose: () => this.#openPanels.delete(key),
    });
    this.#openPanels.set(key, panel);
    return panel;
  }
}
