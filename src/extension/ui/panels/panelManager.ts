import * as vscode from 'vscode';
import { isObject } from '../../../api/isObject.ts';
import { type Disposable, DisposableStore, Listeners } from '../../disposable.ts';
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
  open(state: State): Panel<State, Content, Request> {
    const { kind, extensionUri } = this.#options;
    const known = this.#openPanels.get(kind.keyOf(state));
    if (known !== undefined) {
      known.show(state);
      known.reveal();
      return known;
    }
    return this.#add(
      state,
      vscode.window.createWebviewPanel(
        kind.id,
        kind.titleOf(state, null),
        vscode.ViewColumn.Active,
        webviewOptions(extensionUri),
      ),
    );
  }

  /** The state of the open panel of a key. */
  stateOf(key: string): State | undefined {
    return this.#openPanels.get(key)?.state;
  }

  /** Loads every open panel anew: another connection answers now. */
  reload(): void {
    for (const panel of this.#openPanels.values()) panel.reload();
  }

  /** Loads the panel anew that is in front, if one of these is. */
  refreshActive(): void {
    for (const panel of this.#openPanels.values()) if (panel.isActive) panel.refresh();
  }

  /** Changes what every open panel shows, without asking anybody. */
  update(change: (content: Content) => Content): void {
    for (const panel of this.#openPanels.values()) panel.update(change);
  }

  /** Hears what each of the panels comes to show. */
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
