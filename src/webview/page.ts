import { isObject } from '../api/isObject.ts';
import type { Guard } from './guards.ts';
import { type MessageFromPage, type MessageToPage, parseMessageToPage } from './messages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The page's end of the messages to the panel, and what it keeps for a reload of the window. */
export class Page<Content, Request extends { readonly type: string } = never> {
  readonly #vscode = acquireVsCodeApi();
  /** What the panel comes back by; kept as it is. */
  #panelState: unknown = null;
  /** The page's own: which tab is open and the like. */
  #pageState: Readonly<Record<string, unknown>> = {};
  /** Queries that the panel has not confirmed with its state: content until then is of older ones. */
  #unconfirmedQueries = 0;

  constructor(isContent: Guard<Content>, receive: (message: MessageToPage<Content>) => void) {
    const kept = this.#vscode.getState();
    if (isObject(kept)) {
      this.#panelState = kept['panel'] ?? null;
      if (isObject(kept['own'])) this.#pageState = kept['own'];
    }
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      // The editor's own frame around this one alone shares its origin; it hides itself as parent.
      if (!event.isTrusted || event.origin !== window.origin) return;
      const message = parseMessageToPage(event.data, isContent);
      if (message?.type === 'state') {
        this.#panelState = message.state;
        this.#saveState();
        this.#unconfirmedQueries = Math.max(0, this.#unconfirmedQueries - 1);
      }
      // What the user chose last must not jump back to what was chosen before.
      if (message?.type === 'content' && this.#unconfirmedQueries > 0) return;
      if (message !== null) receive(message);
    });
  }

  /** Every message of type `ask` sets the panel's state, which the panel confirms. */
  send(message: MessageFromPage | Request): void {
    if (message.type === 'ask') this.#unconfirmedQueries += 1;
    this.#vscode.postMessage(message);
  }

  /** A value that the page kept; unknown, for another version may have kept it. */
  getState(name: string): unknown {
    return Object.hasOwn(this.#pageState, name) ? this.#pageState[name] : undefined;
  }

  setState(name: string, value: unknown): void {
    this.#pageState = { ...this.#pageState, [name]: value };
    this.#saveState();
  }

  #saveState(): void {
    this.#vscode.setState({ panel: this.#panelState, own: this.#pageState });
  }
}
