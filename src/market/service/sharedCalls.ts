import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { OperationName } from '../../interface/operations.ts';
import type { AskOptions } from '../connections/askOptions.ts';
import type { ChannelProgress } from '../protocol.ts';
import type { Waiting } from './requestQueue.ts';

/** A call under way for everyone who asked the same. */
export interface SharedCall {
  readonly operation: OperationName;
  /** Ends when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  readonly window: object;
  /** That of the most urgent of those who wait. */
  readonly priority: AskOptions['priority'];
  readonly onProgress: (progress: ChannelProgress) => void;
  /** Its place in the queue, which rises with its priority. */
  waiting: Waiting | null;
}

interface Job<Answer> extends SharedCall {
  priority: AskOptions['priority'];
  readonly ending: AbortController;
  readonly listeners: Set<AskOptions>;
  readonly answer: Promise<Answer>;
  lastProgress: ChannelProgress | null;
}

/** Identical calls in flight are one: whoever comes later joins, and the last who goes ends it. */
export class SharedCalls<Answer> {
  readonly #jobs = new Map<string, Job<Answer>>();
  readonly #onRise: (call: SharedCall) => void;

  /** `onRise` hears when a call that waits has become more urgent. */
  constructor(onRise: (call: SharedCall) => void = () => undefined) {
    this.#onRise = onRise;
  }

  /** The answer of the call under `key`, which `start` makes unless it is being made. */
  async join(
    key: string,
    operation: OperationName,
    start: (call: SharedCall) => Promise<Answer>,
    options: AskOptions,
  ): Promise<Answer> {
    if (options.signal.aborted) throw cancelled();
    const job = this.#jobs.get(key) ?? this.#start(key, operation, start, options);
    return await new Promise((resolve, reject) => {
      const leave = (): void => {
        job.listeners.delete(options);
        if (job.listeners.size === 0) {
          if (this.#jobs.get(key) === job) this.#jobs.delete(key);
          job.ending.abort();
        }
        reject(cancelled());
      };
      options.signal.addEventListener('abort', leave, { once: true });
      job.listeners.add(options);
      if (job.lastProgress !== null) options.onProgress(job.lastProgress);
      this.#rise(job, options);
      job.answer
        .then(resolve, reject)
        .finally(() => options.signal.removeEventListener('abort', leave));
    });
  }

  #start(
    key: string,
    operation: OperationName,
    start: (call: SharedCall) => Promise<Answer>,
    { window, priority }: AskOptions,
  ): Job<Answer> {
    const ending = new AbortController();
    const listeners = new Set<AskOptions>();
    const call: Omit<Job<Answer>, 'answer'> = {
      operation,
      signal: ending.signal,
      window,
      priority,
      ending,
      listeners,
      lastProgress: null,
      waiting: null,
      onProgress: (progress) => {
        call.lastProgress = progress;
        for (const listener of listeners) listener.onProgress(progress);
      },
    };
    const job: Job<Answer> = Object.assign(call, { answer: start(call) });
    this.#jobs.set(key, job);
    const end = (): void => {
      if (this.#jobs.get(key) === job) this.#jobs.delete(key);
    };
    job.answer.then(end, end);
    return job;
  }

  #rise(job: Job<Answer>, { priority }: AskOptions): void {
    if (priority !== 'interactive' || job.priority === 'interactive') return;
    job.priority = 'interactive';
    if (job.waiting === null) return;
    job.waiting.priority = 'interactive';
    this.#onRise(job);
  }
}

const cancelled = () => new MarketError('cancelled', t('Cancelled'));
