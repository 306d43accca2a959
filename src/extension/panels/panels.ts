import * as vscode from 'vscode';
import { isRecord } from '../../webview/guards.ts';
import { type Disposable, DisposableList, Listeners } from '../disposable.ts';
import type { FailurePlace } from '../errors/remedy.ts';
import type { Log } from '../log.ts';
import { Panel, webviewOptions } from './panel.ts';
import type { PanelKind } from './panelKind.ts';

export interface PanelsOptions<State, Content, Request> {
  readonly kind: PanelKind<State, Content, Request>;
  /** Folder of the extension. */
  readonly root: vscode.Uri;
  readonly log: Log;
  /** What a failure's remedy depends on. */
  readonly place: () => FailurePlace;
}

/** All panels of one kind: one per key, and each comes back with the window. */
export class Panels<State, Content, Request> implements Disposable {
  readonly #options: PanelsOptions<State, Content, Request>;
  readonly #own = new DisposableList();
  readonly #contents = new Listeners<Content>();
  readonly #open = new Map<string, Panel<State, Content, Request>>();

  constructor(options: PanelsOptions<State, Content, Request>) {
    this.#options = options;
    this.#own.add(
      vscode.window.registerWebviewPanelSerializer(options.kind.id, {
        deserializeWebviewPanel: async (webviewPanel, state: unknown) => {
          this.#restore(webviewPanel, state);
        },
      }),
    );
  }

  /** Shows the panel of this state's key: the one that is open, or a new one. */
  open(state: State): Panel<State, Content, Request> {
    const { kind, root } = this.#options;
    const known = this.#open.get(kind.keyOf(state));
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
        webviewOptions(root),
      ),
    );
  }

  /** The state of the open panel of a key. */
  stateOf(key: string): State | undefined {
    return this.#open.get(key)?.state;
  }

  /** Loads every open panel anew: another connection answers now. */
  reload(): void {
    for (const panel of this.#open.values()) panel.reload();
  }

  /** Loads the panel anew that is in front, if one of these is. */
  refreshActive(): void {
    for (const panel of this.#open.values()) if (panel.isActive) panel.refresh();
  }

  /** Changes what every open panel shows, without asking anybody. */
  update(change: (content: Content) => Content): void {
    for (const panel of this.#open.values()) panel.update(change);
  }

  /** Hears what each of the panels comes to show. */
  onContent(listener: (content: Content) => void): Disposable {
    return this.#contents.add(listener);
  }

  dispose(): void {
    // The panels stay with the editor, which gives them back to the next window.
    this.#own.dispose();
  }

  #restore(webviewPanel: vscode.WebviewPanel, kept: unknown): void {
    const { kind } = this.#options;
    // The page kept it, so it is checked like anything else that a page says.
    const state = isRecord(kept) ? kept['panel'] : null;
    if (!kind.isState(state) || this.#open.has(kind.keyOf(state))) webviewPanel.dispose();
    else this.#add(state, webviewPanel);
  }

  #add(state: State, webviewPanel: vscode.WebviewPanel): Panel<State, Content, Request> {
    const { kind, root, log, place } = this.#options;
    const key = kind.keyOf(state);
    const panel = new Panel<State, Content, Request>({
      kind,
      state,
      webviewPanel,
      root,
      log,
      place,
      onContent: (content) => this.#contents.tell(content),
      onDispose: () => this.#open.delete(key),
    });
    this.#open.set(key, panel);
    return panel;
  }
}
