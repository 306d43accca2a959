import { isObject } from '../api/isObject.ts';
import type { MessageFromPage, MessageToPage } from './messages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export class Page<Content, Request extends { readonly type: string } = never> {
  readonly #vscode = acquireVsCodeApi();
  /** Opaque to the page. */
  #panelState: unknown = null;
  #pageState: Readonly<Record<string, unknown>> = {};
  /** Queries that the panel has not confirmed with a state; until then content is of older ones. */
  #unconfirmedQueries = 0;

  constructor(receive: (message: MessageToPage<Content>) => void) {
    const kept = this.#vscode.getState();
    if (isObject(kept)) {
      this.#panelState = kept['panel'] ?? null;
      if (isObject(kept['own'])) this.#pageState = kept['own'];
    }
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      // Only the editor's frame around this one has the same origin; it hides `window.parent`.
      if (!event.isTrusted || event.origin !== window.origin) return;
      if (!isObject(event.data) || !Object.hasOwn(event.data, 'type')) return;
      const message = event.data as unknown as MessageToPage<Content>;
      if (message.type === 'state') {
        this.#panelState = message.state;
        this.#saveState();
        this.#unconfirmedQueries = Math.max(0, this.#unconfirmedQueries - 1);
      }
      // Content of an older query must not revert the user's latest choice.
      if (message.type === 'content' && this.#unconfirmedQueries > 0) return;
      receive(message);
    });
  }

  /** A message of type `ask` sets the panel's state, which the panel confirms. */
  send(message: MessageFromPage | Request): void {
    if (message.type === 'ask') this.#unconfirmedQueries += 1;
    this.#vscode.postMessage(message);
  }

  /** A saved value; `unknown` because another version may have saved it. */
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
