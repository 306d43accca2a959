import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { ConnectionStatus } from '../../backend/protocol/connectionProtocol.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { type Disposable, Listeners } from '../disposable.ts';
import type { Log } from '../log.ts';
import type {
  ChannelClient,
  ChannelClientOptions,
  ChannelMethod,
  RequestOptions,
} from './channelClient.ts';

/** What became of the backend, in the words of a status. */
export type BackendState =
  | { readonly kind: 'idle' | 'starting' | 'ready' }
  /** The process ended by itself; a new one is being started, `attempt` counted from 1. */
  | { readonly kind: 'recovering'; readonly attempt: number }
  | { readonly kind: 'failed'; readonly error: MarketError };

/** Listeners of an open channel, which the connection gives to whoever opens it. */
export type ChannelListeners = Pick<
  ChannelClientOptions,
  'onStatus' | 'onLog' | 'onDisconnect' | 'onLanding'
>;

/** What of a ChannelClient the connection needs. */
export type Channel = Pick<ChannelClient, 'request' | 'goodbye' | 'close'>;

export interface BackendClientOptions {
  /** Finds or starts the process and opens a channel to it. */
  readonly open: (listeners: ChannelListeners) => Promise<Channel>;
  readonly log: Log;
  /** Pause before each attempt after a crash; tests bring their own. */
  readonly restartDelaysMilliseconds?: readonly number[];
  /** A process that lived this long was well: the next crash is counted from the start. */
  readonly healthyMilliseconds?: number;
}

const defaultRestartDelays = [250, 1_000, 3_000, 8_000, 15_000] as const;
const defaultHealthyMilliseconds = 60_000;

/**
 * The window's way to the backend: opened by the first call, opened again with back-off
 * when the process dies. Calls made meanwhile wait. Nothing is asked twice: a call that was open
 * when the process died is rejected, for only the caller knows whether it may be repeated.
 */
export class BackendClient implements Disposable {
  readonly #options: BackendClientOptions;
  readonly #stateListeners = new Listeners<BackendState>();
  readonly #statusListeners = new Listeners<ConnectionStatus>();
  readonly #landingListeners = new Listeners<LandingEntry>();
  readonly #closing = new AbortController();
  #state: BackendState = { kind: 'idle' };
  #opening: Promise<Channel> | null = null;
  #channel: Channel | null = null;
  #openedAtMilliseconds = 0;
  #crashCount = 0;

  constructor(options: BackendClientOptions) {
    this.#options = options;
  }

  get state(): BackendState {
    return this.#state;
  }

  onState(listener: (state: BackendState) => void): Disposable {
    return this.#stateListeners.add(listener);
  }

  /** Landings of every window, new and changed. */
  onLanding(listener: (entry: LandingEntry) => void): Disposable {
    return this.#landingListeners.add(listener);
  }

  /** What the connections behind the process say of themselves. */
  onStatus(listener: (status: ConnectionStatus) => void): Disposable {
    return this.#statusListeners.add(listener);
  }

  /**
   * The answer to one request. Every failure is a MarketError, but for an UnknownConnectionError
   * where the connection that the request names must be opened (again) first.
   */
  async request(
    method: ChannelMethod,
    request: object,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const channel = await withAbort(this.connect(), options.signal);
    return await channel.request(method, request, options);
  }

  /** Opens the channel unless it is open, or being opened. Throws a MarketError. */
  connect(): Promise<Channel> {
    if (this.#channel !== null) return Promise.resolve(this.#channel);
    this.#opening ??= this.#start().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** Says goodbye and ends. */
  async close(): Promise<void> {
    this.#closing.abort();
    const channel = this.#channel;
    this.#channel = null;
    await channel?.goodbye();
  }

  dispose(): void {
    void this.close();
  }

  /** A start that fails is told at once: the user can do something, waiting cannot. */
  async #start(): Promise<Channel> {
    if (this.#closing.signal.aborted)
      throw new MarketError('cancelled', t('The window is closing.'));
    this.#crashCount = 0;
    this.#setState({ kind: 'starting' });
    try {
      return await this.#open();
    } catch (error) {
      throw this.#fail(messageOf(error), error);
    }
  }

  async #open(): Promise<Channel> {
    const { log } = this.#options;
    const channel = await this.#options.open({
      onStatus: (status) => this.#statusListeners.fire(status),
      onLanding: (entry) => this.#landingListeners.fire(entry),
      onLog: ({ level, message }) => log[level](`Backend: ${message}`),
      onDisconnect: () => this.#handleDisconnect(),
    });
    if (this.#closing.signal.aborted) {
      void channel.goodbye();
      throw new MarketError('cancelled', t('The window is closing.'));
    }
    this.#channel = channel;
    this.#openedAtMilliseconds = Date.now();
    log.info('Connected to the backend');
    this.#setState({ kind: 'ready' });
    return channel;
  }

  #handleDisconnect(): void {
    this.#channel = null;
    if (this.#closing.signal.aborted) return;
    const { healthyMilliseconds = defaultHealthyMilliseconds, log } = this.#options;
    if (Date.now() - this.#openedAtMilliseconds >= healthyMilliseconds) this.#crashCount = 0;
    log.warn('The backend ended unexpectedly');
    this.#opening = this.#reconnect().finally(() => {
      this.#opening = null;
    });
    // Whoever waits for it hears of its failure, and so do the listeners of the state.
    this.#opening.catch(() => undefined);
  }

  async #reconnect(): Promise<Channel> {
    const { restartDelaysMilliseconds: delays = defaultRestartDelays, log } = this.#options;
    let last: unknown = null;
    while (this.#crashCount < delays.length) {
      const delay = delays[this.#crashCount] ?? 0;
      this.#crashCount += 1;
      this.#setState({ kind: 'recovering', attempt: this.#crashCount });
      log.info(
        `Starting it again in ${delay} ms (attempt ${this.#crashCount} of ${delays.length})`,
      );
      await wait(delay, undefined, { signal: this.#closing.signal, ref: false });
      try {
        return await this.#open();
      } catch (error) {
        last = error;
        log.warn(messageOf(error));
      }
    }
    const reason = last === null ? '' : ` ${t('Last failure: {0}', messageOf(last))}`;
    throw this.#fail(
      t(
        'The backend ended {0} times in a short time; it is not started again by itself.{1}',
        delays.length,
        reason,
      ),
      last,
    );
  }

  #fail(message: string, cause: unknown): MarketError {
    const error = MarketError.is(cause)
      ? cause
      : new MarketError('unreachable', message, { cause });
    if (this.#closing.signal.aborted) return error;
    this.#options.log.error(error.message);
    this.#setState({ kind: 'failed', error });
    return error;
  }

  #setState(state: BackendState): void {
    this.#state = state;
    this.#stateListeners.fire(state);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The promise's outcome, or a rejection as soon as the caller gives up. */
async function withAbort<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return await promise;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new MarketError('cancelled', t('Cancelled')));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
