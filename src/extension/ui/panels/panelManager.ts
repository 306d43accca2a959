import * as vscode from 'vscode';
import { isObject } from '../../../api/isObject.ts';
import { type Disposable, DisposableStore, Listeners } from '../../base/disposable.ts';
import { Panel, type PanelKindOptions, webviewOptions } from './panel.ts';

/**
 * All panels of one kind: one per key, and each comes back with the window. At the end they stay
 * with the editor, which gives them back to the next window.
 */
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

  /** Shows the panel of this state's key: the one that is open, or a new one. */
  open(
    state: State,
    { isBeside = false }: { readonly isBeside?: boolean } = {},
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
    return this.#add(state, panel);
  }

  /** The editor restores a tab when it is first shown; until then it has a title, but no panel. */
  #unrestoredTabs(title: string): readonly vscode.Tab[] {
    // Two addresses may look the same when shortened: an open panel is never closed for another.
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

  /** Of every open panel. */
  get states(): readonly State[] {
    return [...this.#openPanels.values()].map(({ state }) => state);
  }

  /** Loads the open panel of this state's key anew by this state, wherever it stands. */
  replace(state: State): void {
    const panel = this.#openPanels.get(this.#options.kind.keyOf(state));
    if (panel === undefined) return;
    if (JSON.stringify(panel.state) === JSON.stringify(state)) panel.load(true);
    else panel.show(state);
  }

  /** Reloads every open panel: another connection is active now. */
  reload(): void {
    for (const panel of this.#openPanels.values()) panel.load();
  }

  /** Refreshes the panel in front, if it is one of these. */
  refreshActive(): void {
    for (const panel of this.#openPanels.values()) if (panel.isActive) panel.load(true);
  }

  /** Changes what every open panel shows, without a request. */
  update(change: (content: Content) => Content): void {
    for (const panel of this.#openPanels.values()) panel.update(change);
  }

  onContent(listener: (content: Content) => void): Disposable {
    return this.#contentListeners.add(listener);
  }

  #restore(webviewPanel: vscode.WebviewPanel, stored: unknown): void {
    const { kind } = this.#options;
    // The page kept it, so it is checked like anything else that a page says.
    const state = isObject(stored) ? stored['panel'] : null;
    if (!kind.isState(state) || this.#openPanels.has(kind.keyOf(state))) webviewPanel.dispose();
    else this.#add(state, webviewPanel);
  }

  #add(state: State, webviewPanel: vscode.WebviewPanel): Panel<State, Content, Request> {
    const key = this.#options.kind.keyOf(state);
    const panel = new Panel<State, Content, Request>({
      ...this.#options,
      state,
      webviewPanel,
      onContent: (content) => this.#contentListeners.fire(content),
      onDispose: () => this.#openPanels.delete(key),
    });
    this.#openPanels.set(key, panel);
    return panel;
  }
}
