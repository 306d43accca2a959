import type { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import {
  type ConfigFailure,
  type ConfigRequest,
  type ConfigResponses,
  isConfigAnswer,
} from '../../botConfig/worker/messages.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';

export type ConfigThread = Pick<Worker, 'postMessage' | 'on' | 'terminate' | 'unref'>;

export interface ConfigWorkerOptions {
  readonly start: () => ConfigThread;
  readonly log: Pick<Log, 'error'>;
  /** The thread ends after this long without a request; the next request starts a new one. */
  readonly idleMilliseconds?: number;
}

/** Why a request failed; `ended`: the thread ended and lost all texts that it had read. */
export class ConfigWorkerError extends Error {
  override readonly name = 'ConfigWorkerError';
  readonly failure: ConfigFailure | 'ended';

  constructor(failure: ConfigFailure | 'ended') {
    super(failure);
    this.failure = failure;
  }
}

interface Pending {
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: ConfigWorkerError) => void;
}

const defaultIdleMilliseconds = 60_000;

/** The first request starts the thread, also after it ended. */
export class ConfigWorker implements Disposable {
  readonly #options: ConfigWorkerOptions;
  readonly #pending = new Map<number, Pending>();
  #thread: ConfigThread | null = null;
  #generation = 0;
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(options: ConfigWorkerOptions) {
    this.#options = options;
  }

  /** Changes when a thread ends, because the next one has read nothing. */
  get generation(): number {
    return this.#generation;
  }

  /** Throws a ConfigWorkerError. */
  async request<Request extends ConfigRequest>(
    request: Request,
  ): Promise<ConfigResponses[Request['kind']]> {
    if (this.#isDisposed) throw new ConfigWorkerError('ended');
    const thread = this.#thread ?? this.#start();
    clearTimeout(this.#idle);
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    thread.postMessage({ id, request });
    return (await promise) as ConfigResponses[Request['kind']];
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#end();
  }

  #start(): ConfigThread {
    const thread = this.#options.start();
    this.#thread = thread;
    thread.on('message', (message: unknown) => this.#handle(message));
    // Logs neither message nor stack, which may contain parts of a config.
    thread.on('error', (error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error;
      this.#options.log.error(`The thread for bot configs failed (${name})`);
    });
    thread.on('exit', () => {
      if (this.#thread === thread) this.#end();
    });
    // The thread must not keep the process alive.
    thread.unref();
    return thread;
  }

  #handle(message: unknown): void {
    if (!isConfigAnswer(message)) return;
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('response' in message) pending?.resolve(message.response);
    else pending?.reject(new ConfigWorkerError(message.failure));
    if (this.#pending.size > 0) return;
    const { idleMilliseconds = defaultIdleMilliseconds } = this.#options;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), idleMilliseconds);
    this.#idle.unref();
  }

  #end(): void {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    this.#generation += 1;
    void thread?.terminate();
    for (const { reject } of this.#pending.values()) reject(new ConfigWorkerError('ended'));
    this.#pending.clear();
  }
}

export const toMarketError = (error: unknown): MarketError =>
  MarketError.is(error)
    ? error
    : new MarketError('service-failing', t('The bot config could not be read. Try again.'));
