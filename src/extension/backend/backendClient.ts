import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import type { CancellationToken, ProgressToken } from 'vscode-jsonrpc';
import { cancelledError, withAbort } from '../../api/cancellation.ts';
import { MarketError } from '../../api/marketError.ts';
import type {
  ChannelProgress,
  channelMethods,
  Goodbye,
  LogLine,
} from '../../backend/protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../../backend/protocol/connectionProtocol.ts';
import type { JournalProblem, LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { type Disposable, Listeners } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { parseCallError } from './channelMessages.ts';

/** Requests that a window may send after authentication. */
export type ChannelMethod = Exclude<
  keyof typeof channelMethods,
  'hello' | 'authenticate' | 'status' | 'log' | 'goodbye' | 'landing'
>;

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ChannelProgress) => void) | undefined;
}

export type BackendState =
  | { readonly kind: 'idle' | 'starting' | 'ready' }
  /** The process exited unexpectedly; `attempt` counts the restarts from 1. */
  | { readonly kind: 'recovering'; readonly attempt: number }
  | { readonly kind: 'failed'; readonly error: MarketError };

export interface ChannelListeners {
  readonly onStatus: (status: ConnectionStatus) => void;
  readonly onLog: (line: LogLine) => void;
  readonly onLanding: (entry: LandingEntry) => void;
  /** Landing is impossible for this reason; null: possible again. */
  readonly onJournalProblem: (problem: JournalProblem | null) => void;
  readonly onProgress: (token: ProgressToken, progress: unknown) => void;
  /** The channel closed after it was open. */
  readonly onDisconnect: () => void;
}

export interface Channel {
  sendRequest(method: string, request: object, token?: CancellationToken): Promise<unknown>;
  sendNotification(method: string, message: object): Promise<void>;
  end(): void;
}

export interface BackendClientOptions {
  /** Finds or starts the process, and opens a channel to it. */
  readonly open: (listeners: ChannelListeners) => Promise<Channel>;
  readonly log: Log;
  /** Delay before each restart after a crash; tests pass their own. */
  readonly restartDelaysMilliseconds?: readonly number[];
  /** After this much uptime, a crash resets the count of restarts. */
  readonly healthyMilliseconds?: number;
}

const defaultRestartDelays = [250, 1_000, 3_000, 8_000, 15_000] as const;
const defaultHealthyMilliseconds = 60_000;

/**
 * Opened by the first call, and reopened with back-off when the process dies. Calls made meanwhile
 * wait. Pending calls are rejected: only their caller knows whether they may be repeated.
 */
export class BackendClient implements Disposable {
  readonly #options: BackendClientOptions;
  readonly #stateListeners = new Listeners<BackendState>();
  readonly #statusListeners = new Listeners<ConnectionStatus>();
  readonly #landingListeners = new Listeners<LandingEntry>();
  readonly #journalListeners = new Listeners<JournalProblem | null>();
  readonly #progressListeners = new Map<ProgressToken, (progress: ChannelProgress) => void>();
  readonly #closing = new AbortController();
  #state: BackendState = { kind: 'idle' };
  #journalProblem: JournalProblem | null = null;
  #opening: Promise<Channel> | null = null;
  #channel: Channel | null = null;
  #openedAtMilliseconds = 0;
  #crashCount = 0;
  /** Why the backend is no longer restarted automatically; null: it is. */
  #surrender: MarketError | null = null;

  constructor(options: BackendClientOptions) {
    this.#options = options;
  }

  get state(): BackendState {
    return this.#state;
  }

  onState(listener: (state: BackendState) => void): Disposable {
    return this.#stateListeners.add(listener);
  }

  /** Called for new and changed submissions of every window. */
  onLanding(listener: (entry: LandingEntry) => void): Disposable {
    return this.#landingListeners.add(listener);
  }

  get journalProblem(): JournalProblem | null {
    return this.#journalProblem;
  }

  onJournalProblem(listener: (problem: JournalProblem | null) => void): Disposable {
    return this.#journalListeners.add(listener);
  }

  onStatus(listener: (status: ConnectionStatus) => void): Disposable {
    return this.#statusListeners.add(listener);
  }

  /** Raw amounts are bigint. Throws a MarketError or an UnknownConnectionError. */
  async request(
    method: ChannelMethod,
    request: object,
    { signal, onProgress }: RequestOptions = {},
  ): Promise<unknown> {
    if (onProgress === undefined) {
      return await withAbort(this.#send(method, request, signal), signal);
    }
    const progressToken = randomUUID();
    this.#progressListeners.set(progressToken, onProgress);
    try {
      const response = this.#send(method, { ...request, progressToken }, signal);
      return await withAbort(response, signal);
    } finally {
      this.#progressListeners.delete(progressToken);
    }
  }

  /** Opens the channel unless it is open or opening, also after many crashes. Throws a MarketError. */
  connect(): Promise<Channel> {
    if (this.#channel !== null) return Promise.resolve(this.#channel);
    this.#opening ??= this.#start().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const channel = this.#channel;
    this.#channel = null;
    if (channel !== null) await sayGoodbye(channel);
  }

  dispose(): void {
    void this.close();
  }

  async #send(method: ChannelMethod, request: object, signal?: AbortSignal): Promise<unknown> {
    // Views repeat their requests: each would start a process that crashes again.
    if (this.#surrender !== null && this.#opening === null) throw this.#surrender;
    const channel = await this.connect();
    // The caller may have cancelled while the channel opened.
    if (signal?.aborted === true) throw cancelledError();
    try {
      return await (signal === undefined
        ? channel.sendRequest(method, request)
        : channel.sendRequest(method, request, toCancellationToken(signal)));
    } catch (error) {
      throw parseCallError(error);
    }
  }

  /** A failed start is reported at once, without retries: the user must act. */
  async #start(): Promise<Channel> {
    if (this.#closing.signal.aborted)
      throw new MarketError('cancelled', t('The window is closing.'));
    this.#crashCount = 0;
    this.#surrender = null;
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
      onJournalProblem: (problem) => this.#setJournalProblem(problem),
      onProgress: (token, progress) =>
        this.#progressListeners.get(token)?.(progress as ChannelProgress),
      onLog: ({ level, message }) => log[level](`Backend: ${message}`),
      onDisconnect: () => this.#handleDisconnect(),
    });
    if (this.#closing.signal.aborted) {
      void sayGoodbye(channel);
      throw new MarketError('cancelled', t('The window is closing.'));
    }
    this.#channel = channel;
    this.#openedAtMilliseconds = Date.now();
    log.info('Connected to the backend');
    this.#setState({ kind: 'ready' });
    return channel;
  }

  #setJournalProblem(problem: JournalProblem | null): void {
    this.#journalProblem = problem;
    this.#journalListeners.fire(problem);
  }

  #handleDisconnect(): void {
    this.#channel = null;
    this.#setJournalProblem(null);
    if (this.#closing.signal.aborted) return;
    const { healthyMilliseconds = defaultHealthyMilliseconds, log } = this.#options;
    if (Date.now() - this.#openedAtMilliseconds >= healthyMilliseconds) this.#crashCount = 0;
    log.warn('The backend ended unexpectedly');
    this.#opening = this.#reconnect().finally(() => {
      this.#opening = null;
    });
    // Prevents an unhandled rejection: pending calls and state listeners get the failure.
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
    const times = t('The backend crashed {0} times.', delays.length);
    const reason = last === null ? '' : ` ${t('Last error: {0}', messageOf(last))}`;
    this.#surrender = this.#fail(`${times}${reason}`, null);
    throw this.#surrender;
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

/** Without the goodbye, the process would treat the window as crashed. */
async function sayGoodbye(channel: Channel): Promise<void> {
  const method: keyof typeof channelMethods = 'goodbye';
  // The extension host's parent process, which survives a reload of the window.
  const goodbye: Goodbye = { editorProcessId: process.ppid };
  await channel.sendNotification(method, goodbye).catch(() => undefined);
  channel.end();
}

const toCancellationToken = (signal: AbortSignal): CancellationToken => ({
  get isCancellationRequested() {
    return signal.aborted;
  },
  onCancellationRequested: (listener) => {
    const abort = () => listener(undefined);
    signal.addEventListener('abort', abort, { once: true });
    return { dispose: () => signal.removeEventListener('abort', abort) };
  },
});
