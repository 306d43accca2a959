import type { Guard } from './guards.ts';
import { isRecord } from './guards.ts';
import { type FromPage, readToPage, type ToPage } from './messages.ts';

/** What the editor gives to the page of a webview. */
interface Host {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): Host;

export interface PageOptions<Content> {
  readonly isContent: Guard<Content>;
  readonly receive: (message: ToPage<Content>) => void;
}

/** The page's end of the messages to the panel, and what it keeps for a reload of the window. */
export class Page<Content, Request = never> {
  readonly #host = acquireVsCodeApi();
  /** What the panel comes back by; kept as it is. */
  #panel: unknown = null;
  /** The page's own: which tab is open and the like. */
  #own: Readonly<Record<string, unknown>> = {};

  constructor({ isContent, receive }: PageOptions<Content>) {
    const kept = this.#host.getState();
    if (isRecord(kept)) {
      this.#panel = kept['panel'] ?? null;
      if (isRecord(kept['own'])) this.#own = kept['own'];
    }
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      // The editor's own frame around this one alone shares its origin; it hides itself as parent.
      if (!event.isTrusted || event.origin !== window.origin) return;
      const message = readToPage(event.data, isContent);
      if (message?.type === 'state') {
        this.#panel = message.state;
        this.#keep();
      }
      if (message !== null) receive(message);
    });
  }

  /** Tells the panel that the page listens. */
  ready(): void {
    this.send({ type: 'ready' });
  }

  send(message: FromPage | Request): void {
    this.#host.postMessage(message);
  }

  /** A value that the page kept; unknown, for another version may have kept it. */
  kept(name: string): unknown {
    return Object.hasOwn(this.#own, name) ? this.#own[name] : undefined;
  }

  keep(name: string, value: unknown): void {
    this.#own = { ...this.#own, [name]: value };
    this.#keep();
  }

  #keep(): void {
    this.#host.setState({ panel: this.#panel, own: this.#own });
  }
}
