import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { ConnectionStatus } from '../../market/connectionProtocol.ts';
import type { LandingEntry } from '../../market/landingProtocol.ts';
import { type Disposable, Listeners } from '../disposable.ts';
import type { Log } from '../log.ts';
import type {
  ChannelClient,
  ChannelClientOptions,
  RequestOptions,
  WindowMethod,
} from './channelClient.ts';

/** What became of the market process, in the words of a status. */
export type ConnectionState =
  | { readonly kind: 'idle' | 'starting' | 'ready' }
  /** The process ended by itself; a new one is being started, `attempt` counted from 1. */
  | { readonly kind: 'recovering'; readonly attempt: number }
  | { readonly kind: 'failed'; readonly error: MarketError };

/** Listeners of an open channel, which the connection gives to whoever opens it. */
export type ChannelListeners = Pick<
  ChannelClientOptions,
  'onStatus' | 'onLog' | 'onBroken' | 'onLanding'
>;

/** What of a ChannelClient the connection needs. */
export type Channel = Pick<ChannelClient, 'request' | 'goodbye' | 'close'>;

export interface MarketConnectionOptions {
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
 * The window's way to the market process: opened by the first call, opened again with back-off
 * when the process dies. Calls made meanwhile wait. Nothing is asked twice: a call that was open
 * when the process died is rejected, for only the caller knows whether it may be repeated.
 */
export class MarketConnection implements Disposable {
  readonly #options: MarketConnectionOptions;
  readonly #states = new Listeners<ConnectionState>();
  readonly #statuses = new Listeners<ConnectionStatus>();
  readonly #landings = new Listeners<LandingEntry>();
  readonly #ended = new AbortController();
  #state: ConnectionState = { kind: 'idle' };
  #opening: Promise<Channel> | null = null;
  #channel: Channel | null = null;
  #openedAtMilliseconds = 0;
  #crashes = 0;

  constructor(options: MarketConnectionOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  onState(listener: (state: ConnectionState) => void): Disposable {
    return this.#states.add(listener);
  }

  /** Landings of every window, new and changed. */
  onLanding(listener: (entry: LandingEntry) => void): Disposable {
    return this.#landings.add(listener);
  }

  /** What the connections behind the process say of themselves. */
  onStatus(listener: (status: ConnectionStatus) => void): Disposable {
    return this.#statuses.add(listener);
  }

  /**
   * The answer to one request. Every failure is a MarketError, but for an UnknownConnectionError
   * where the connection that the request names must be opened (again) first.
   */
  async request(
    method: WindowMethod,
    request: object,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const channel = await abandonable(this.connect(), options.signal);
    return await channel.request(method, request, options);
  }

  /** Opens the channel unless it is open, or being opened. Throws a MarketError. */
  connect(): Promise<Channel> {
    if (this.#channel !== null) return Promise.resolve(this.#channel);
    this.#opening ??= this.#first().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** Says goodbye and ends. */
  async close(): Promise<void> {
    this.#ended.abort();
    const channel = this.#channel;
    this.#channel = null;
    await channel?.goodbye();
  }

  dispose(): void {
    void this.close();
  }

  /** A start that fails is told at once: the user can do something, waiting cannot. */
  async #first(): Promise<Channel> {
    if (this.#ended.signal.aborted) throw new MarketError('cancelled', t('The window is closing.'));
    this.#crashes = 0;
    this.#tell({ kind: 'starting' });
    try {
      return await this.#open();
    } catch (error) {
      throw this.#fail(wordsOf(error), error);
    }
  }

  async #open(): Promise<Channel> {
    const { log } = this.#options;
    const channel = await this.#options.open({
      onStatus: (status) => this.#statuses.tell(status),
      onLanding: (entry) => this.#landings.tell(entry),
      onLog: ({ level, message }) => log[level](`Market process: ${message}`),
      onBroken: () => this.#broken(),
    });
    if (this.#ended.signal.aborted) {
      void channel.goodbye();
      throw new MarketError('cancelled', t('The window is closing.'));
    }
    this.#channel = channel;
    this.#openedAtMilliseconds = Date.now();
    log.info('Connected to the market process');
    this.#tell({ kind: 'ready' });
    return channel;
  }

  #broken(): void {
    this.#channel = null;
    if (this.#ended.signal.aborted) return;
    const { healthyMilliseconds = defaultHealthyMilliseconds, log } = this.#options;
    if (Date.now() - this.#openedAtMilliseconds >= healthyMilliseconds) this.#crashes = 0;
    log.warn('The market process ended unexpectedly');
    this.#opening = this.#recover().finally(() => {
      this.#opening = null;
    });
    // Whoever waits for it hears of its failure, and so do the listeners of the state.
    this.#opening.catch(() => undefined);
  }

  async #recover(): Promise<Channel> {
    const { restartDelaysMilliseconds: delays = defaultRestartDelays, log } = this.#options;
    let last: unknown = null;
    while (this.#crashes < delays.length) {
      const delay = delays[this.#crashes] ?? 0;
      this.#crashes += 1;
      this.#tell({ kind: 'recovering', attempt: this.#crashes });
      log.info(`Starting it again in ${delay} ms (attempt ${this.#crashes} of ${delays.length})`);
      await wait(delay, undefined, { signal: this.#ended.signal, ref: false });
      try {
        return await this.#open();
      } catch (error) {
        last = error;
        log.warn(wordsOf(error));
      }
    }
    const reason = last === null ? '' : ` ${t('Last failure: {0}', wordsOf(last))}`;
    throw this.#fail(
      t(
        'The market process ended {0} times in a short time; it is not started again by itself.{1}',
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
    if (this.#ended.signal.aborted) return error;
    this.#options.log.error(error.message);
    this.#tell({ kind: 'failed', error });
    return error;
  }

  #tell(state: ConnectionState): void {
    this.#state = state;
    this.#states.tell(state);
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The promise's outcome, or a rejection as soon as the caller gives up. */
async function abandonable<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return await promise;
  const givenUp = Promise.withResolvers<never>();
  const abort = () => givenUp.reject(new MarketError('cancelled', t('Cancelled')));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, givenUp.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
