import type { MarketError } from '../../../api/marketError.ts';
import type { Guard } from '../../../webview/guards.ts';
import type { PanelId } from '../../base/contributions.ts';

export interface LoadOptions {
  /** Aborted when the panel is closed, asks anew, or the person gives up. */
  readonly signal: AbortSignal;
  /** Somebody asked for it anew: a cached response will not do. */
  readonly forceRefresh?: boolean;
  /** Says what is being waited for, where there is more to say than that it loads. */
  readonly report: (message: string) => void;
  /** Says what could not be had: the content comes all the same, with this above it. */
  readonly warn: (error: MarketError) => void;
}

/** What a kind of panel may do with one of its panels when its page asks for something. */
export interface PanelSession<State> {
  readonly state: State;
  /** Keeps another state, for the panel to come back with. */
  setState(state: State): void;
  /** Loads the content again; what is shown stays until it is there. */
  reload(): void;
}

/**
 * One kind of panel. `State` is what its content is loaded by and what survives a reload of the
 * window: plain data, checked when it comes back. `Content` is what the page shows, `Request` what
 * the page may ask for beyond what every panel understands.
 */
export interface PanelKind<State, Content, Request> {
  readonly id: PanelId;
  /** `dist/webview/<page>.js`, with `media/<page>.css` beside the common `media/panel.css`. */
  readonly page: string;
  readonly isState: Guard<State>;
  /** Panels of one key are one panel. */
  keyOf(state: State): string;
  titleOf(state: State, content: Content | null): string;
  /** Every failure is a MarketError. */
  load(state: State, options: LoadOptions): Promise<Content>;
  readRequest(value: unknown): Request | null;
  handle(request: Request, session: PanelSession<State>): void | Promise<void>;
}
