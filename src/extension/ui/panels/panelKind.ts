import type { MarketError } from '../../../api/marketError.ts';
import type { Guard } from '../../../webview/guards.ts';
import type { PanelId } from '../../contributions/views.ts';

export interface LoadOptions {
  /** Aborted when the panel closes, reloads, or the user cancels. */
  readonly signal: AbortSignal;
  /** The user requested a refresh: do not use a cached response. */
  readonly forceRefresh?: boolean;
  /** Replaces the "Loading" message, for example with a wait. */
  readonly report: (message: string) => void;
  /** Reports a missing part: the content is still shown, with this error above it. */
  readonly warn: (error: MarketError) => void;
}

export interface PanelSession<State, Request> {
  readonly state: State;
  setState(state: State): void;
  /** The current content stays until the new one is loaded. `request` reaches that load only. */
  reload(request?: Request): void;
}

/**
 * `State` determines what to load and survives a reload of the window; it is plain data, validated
 * when restored. `Request` is a message of the page beyond those of every panel.
 */
export interface PanelKind<State, Content, Request> {
  readonly id: PanelId;
  /** `dist/webview/<page>.js`, with `media/<page>.css` and the common `media/panel.css`. */
  readonly page: string;
  readonly isState: Guard<State>;
  /** There is one panel per key. */
  keyOf(state: State): string;
  titleOf(state: State, content: Content | null): string;
  /**
   * `request`: the page's message that `handle` passed to `reload`; absent when the panel was
   * opened, restored, refreshed or retried. `shown`: the content until now, of which a load may keep
   * parts; null before the first. Throws only MarketErrors.
   */
  load(
    state: State,
    options: LoadOptions,
    request?: Request,
    shown?: Content | null,
  ): Promise<Content>;
  readRequest(value: unknown): Request | null;
  handle(request: Request, session: PanelSession<State, Request>): void | Promise<void>;
}
