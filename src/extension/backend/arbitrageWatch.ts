import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import type { ArbitrageEvent, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import type { WatchArbitragesRequest } from '../../backend/protocol/arbscopeProtocol.ts';
import type { Disposable } from '../base/disposable.ts';
import type { BackendClient } from './backendClient.ts';

export interface ArbitrageWatcher {
  readonly onEvent: (event: ArbitrageEvent) => void;
  /** `error` says why the stream is not live, and is null while it connects. */
  readonly onState?: (state: {
    readonly isLive: boolean;
    readonly error: MarketError | null;
  }) => void;
}

export interface ArbitrageWatchOptions {
  readonly request: BackendClient['request'];
  readonly backend: Pick<BackendClient, 'state' | 'onState'>;
  /** Aborts when the window switches connections; the watch then ends silently. */
  readonly connectionEnded: AbortSignal;
  readonly parameters: ArbitrageStreamParameters;
  readonly watcher: ArbitrageWatcher;
  /** Delays before retries after a failure of the service; tests pass shorter ones. */
  readonly delaysMilliseconds?: readonly number[];
}

/** The last delay repeats. */
const defaultDelaysMilliseconds = [1_000, 2_000, 5_000, 15_000, 30_000] as const;

/** Errors that a retry cannot resolve; they end the watch. */
export const lastingKinds: ReadonlySet<MarketErrorKind> = new Set([
  'bad-parameter',
  'unauthorized',
  'plan-lacks-operation',
  'not-offered',
]);

/** A stream of arbitrages that resumes at its cursor after an interruption, until disposed. */
export class ArbitrageWatch implements Disposable {
  readonly #options: ArbitrageWatchOptions;
  readonly #disposed = new AbortController();
  readonly #ended: AbortSignal;
  #cursor: string | undefined;
  #failures = 0;
  #isLive = false;

  constructor(options: ArbitrageWatchOptions) {
    this.#options = options;
    this.#cursor = options.parameters.cursor;
    this.#ended = AbortSignal.any([this.#disposed.signal, options.connectionEnded]);
    void this.#run();
  }

  dispose(): void {
    this.#disposed.abort();
  }

  async #run(): Promise<void> {
    while (!this.#ended.aborted) {
      const error = await this.#watch();
      if (this.#ended.aborted) return;
      if (this.#isBackendAway) await this.#backendBack();
      else {
        this.#tellState(false, error);
        if (lastingKinds.has(error.kind)) return;
        await this.#pause(error);
      }
    }
  }

  async #watch(): Promise<MarketError> {
    const { request, parameters } = this.#options;
    const cursor = this.#cursor === undefined ? {} : { cursor: this.#cursor };
    const watch: Omit<WatchArbitragesRequest, 'connectionId' | 'progressToken'> = {
      parameters: { ...parameters, ...cursor },
    };
    try {
      await request('watchArbitrages', watch, {
        signal: this.#ended,
        onProgress: (progress) => {
          if (progress.kind === 'arbitrages') this.#receive(progress.event);
        },
      });
      return new MarketError('unreachable', t('The service ended the stream.'));
    } catch (error) {
      if (MarketError.is(error)) return error;
      return new MarketError('service-failing', t('The backend sent an invalid response.'), {
        cause: error,
      });
    }
  }

  #receive(event: ArbitrageEvent): void {
    if (this.#ended.aborted) return;
    this.#cursor = event.newest;
    this.#failures = 0;
    if (!this.#isLive) this.#tellState(true, null);
    // The first event may be empty: it only reports that the stream is open.
    if (event.arbitrages.length > 0 || event.skipped !== 0) this.#options.watcher.onEvent(event);
  }

  #tellState(isLive: boolean, error: MarketError | null): void {
    this.#isLive = isLive;
    this.#options.watcher.onState?.({ isLive, error });
  }

  async #pause({ retryAfterSeconds = 0 }: MarketError): Promise<void> {
    const { delaysMilliseconds: delays = defaultDelaysMilliseconds } = this.#options;
    const delay = delays[Math.min(this.#failures, delays.length - 1)] ?? 0;
    this.#failures += 1;
    const milliseconds = Math.max(delay, retryAfterSeconds * 1_000);
    await wait(milliseconds, undefined, { signal: this.#ended, ref: false }).catch(() => undefined);
  }

  get #isBackendAway(): boolean {
    const { kind } = this.#options.backend.state;
    return kind === 'starting' || kind === 'recovering' || kind === 'failed';
  }

  /** Waits for the backend. Only its client or another request restarts it, not this stream. */
  async #backendBack(): Promise<void> {
    const { backend } = this.#options;
    while (this.#isBackendAway && !this.#ended.aborted) {
      this.#tellState(false, backend.state.kind === 'failed' ? backend.state.error : null);
      const { promise, resolve } = Promise.withResolvers<void>();
      const listening = backend.onState(() => resolve());
      this.#ended.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      listening.dispose();
    }
  }
}
