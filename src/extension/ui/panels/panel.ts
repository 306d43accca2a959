import { randomBytes } from 'node:crypto';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  type ErrorAction,
  type MessageToPage,
  parseMessageFromPage,
} from '../../../webview/messages.ts';
import { asMarketError, type ErrorContext } from '../../backend/errorDescription.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';
import { PanelContent } from './panelContent.ts';
import { errorActionCommands } from './panelError.ts';
import { panelHtml } from './panelHtml.ts';
import type { PanelKind } from './panelKind.ts';
import { saveExport } from './saveExport.ts';

export interface PanelKindOptions<State, Content, Request> {
  readonly kind: PanelKind<State, Content, Request>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly errorContext: () => ErrorContext;
}

interface PanelOptions<State, Content, Request> extends PanelKindOptions<State, Content, Request> {
  readonly state: State;
  /** Shown instead of a first load. */
  readonly content?: Content | undefined;
  /** Created by the editor, or restored after a reload of the window. */
  readonly webviewPanel: vscode.WebviewPanel;
  readonly onContent: (content: Content) => void;
  readonly onDispose: () => void;
}

/** Restrictions of a webview: two folders of the extension, scripts, no forms or command links. */
export const webviewOptions = (root: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  enableForms: false,
  enableCommandUris: false,
  localResourceRoots: [
    vscode.Uri.joinPath(root, 'dist', 'webview'),
    vscode.Uri.joinPath(root, 'media'),
  ],
});

/** It survives its page, which the editor discards when the tab is hidden. */
export class Panel<State, Content, Request> extends DisposableStore {
  readonly #options: PanelOptions<State, Content, Request>;
  readonly #content: PanelContent<Content, Request>;
  #state: State;
  /** True while a page is listening. */
  #isReady = false;

  constructor(options: PanelOptions<State, Content, Request>) {
    super();
    this.#options = options;
    this.#state = options.state;
    const { kind, webviewPanel, log, errorContext } = options;
    const { webview } = webviewPanel;
    const content = new PanelContent<Content, Request>({
      errorContext,
      load: (...how) => kind.load(this.#state, ...how),
      onChange: (message) => {
        this.#post(message);
        if (message.type !== 'content') return;
        this.#setTitle();
        options.onContent(message.content);
      },
      onFailure: (error) => log.warn(`${webviewPanel.title}: ${error.message}`),
    });
    this.#content = this.add(content);
    this.add(
      webviewPanel.onDidDispose(() => {
        this.dispose();
        options.onDispose();
      }),
    );
    this.add(
      webviewPanel.onDidChangeViewState(() => {
        if (!webviewPanel.visible) this.#isReady = false;
      }),
    );
    this.add(webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#setTitle();
    const icon = (theme: string) =>
      vscode.Uri.joinPath(options.extensionUri, 'media', `panel-${theme}.svg`);
    webviewPanel.iconPath = { light: icon('light'), dark: icon('dark') };
    webview.options = webviewOptions(options.extensionUri);
    webview.html = this.#html();
    if (options.content === undefined) void content.load();
    else content.show(options.content);
  }

  get state(): State {
    return this.#state;
  }

  update(change: (content: Content) => Content): void {
    this.#content.update(change);
  }

  load(forceRefresh = false): void {
    void this.#content.load(forceRefresh);
  }

  get isActive(): boolean {
    return this.#options.webviewPanel.active;
  }

  get title(): string {
    return this.#options.webviewPanel.title;
  }

  reveal(): void {
    this.#options.webviewPanel.reveal();
  }

  /** The current content stays until the new one is loaded. */
  show(state: State): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#post({ type: 'state', state });
    void this.#content.load();
  }

  #setTitle(): void {
    const { kind, webviewPanel } = this.#options;
    webviewPanel.title = kind.titleOf(this.#state, this.#content.content);
  }

  #html(): string {
    const { kind, extensionUri, webviewPanel } = this.#options;
    const { webview, title } = webviewPanel;
    const { bundle: texts } = vscode.l10n;
    const uri = (...path: string[]) =>
      webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
    return panelHtml({
      title,
      cspSource: webview.cspSource,
      scriptUri: uri('dist', 'webview', `${kind.page}.js`),
      styleUris: [uri('media', 'panel.css'), uri('media', `${kind.page}.css`)],
      nonce: randomBytes(24).toString('base64url'),
      translations: texts === undefined ? undefined : { language: vscode.env.language, texts },
    });
  }

  #post(message: MessageToPage<Content>): void {
    if (this.#isReady) void this.#options.webviewPanel.webview.postMessage(message);
  }

  #receive(value: unknown): void {
    const message = parseMessageFromPage(value);
    if (message?.type === 'ready') {
      this.#isReady = true;
      this.#post({ type: 'state', state: this.#state });
      for (const each of this.#content.initialMessages()) this.#post(each);
      return;
    }
    // Ignore messages until the page has reported `ready`.
    if (!this.#isReady) return;
    switch (message?.type) {
      case 'refresh':
        void this.#content.load(true);
        return;
      case 'cancel':
        this.#content.cancel();
        return;
      case 'error-action':
        void this.#runErrorAction(message.act);
        return;
      case 'copy':
        this.#runWithNotice(async () => {
          await vscode.env.clipboard.writeText(message.text);
          return t('{0} copied.', message.what);
        });
        return;
      case 'save':
        this.#runWithNotice(async () => {
          const name = await saveExport(message);
          return name === null ? null : t('Saved as {0}.', name);
        });
        return;
      default:
        this.#handleRequest(value);
    }
  }

  #handleRequest(value: unknown): void {
    const { kind, log } = this.#options;
    const request = kind.readRequest(value);
    if (request === null) {
      log.warn(`${kind.id}: dropped an unknown message of the page.`);
      // A page ignores content until each of its queries is confirmed by a state.
      this.#post({ type: 'state', state: this.#state });
      for (const each of this.#content.initialMessages()) this.#post(each);
      return;
    }
    this.#runWithNotice(async () => {
      await kind.handle(request, {
        state: this.#state,
        setState: (state) => {
          this.#state = state;
          this.#post({ type: 'state', state });
        },
        reload: (cause) => void this.#content.load(false, cause),
      });
      return null;
    });
  }

  /** Reloads, except after actions that cannot fix the error: log and test. */
  async #runErrorAction(act: ErrorAction): Promise<void> {
    const command = errorActionCommands[act];
    // The empty argument, as from a tree row's button, means the active connection.
    if (command !== undefined) await vscode.commands.executeCommand(command, {});
    if (act !== 'show-log' && act !== 'test-connection')
      await this.#content.load(act === 'refresh');
  }

  #runWithNotice(act: () => Promise<string | null>): void {
    act().then(
      (text) => {
        if (text !== null) this.#post({ type: 'notice', text });
      },
      (error: unknown) => {
        const { message } = asMarketError(error);
        this.#options.log.warn(`${this.#options.kind.id}: ${message}`);
        void vscode.window.showErrorMessage(`Arbscope: ${message}`);
      },
    );
  }
}
