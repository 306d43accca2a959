import { throwIfCancelled, withAbort } from '../../api/cancellation.ts';
import type { OperationName } from '../../api/operations.ts';
import type { CallProgress } from '../protocol/channelProtocol.ts';
import type { ConnectionCallOptions } from './connectionCallOptions.ts';
import type { QueuedRequest } from './requestQueue.ts';

export interface InFlightCall<Operation extends string = OperationName> {
  readonly operation: Operation;
  /** Aborted when the last caller has cancelled. */
  readonly signal: AbortSignal;
  readonly window: object;
  /** The highest priority among the callers. */
  readonly priority: ConnectionCallOptions['priority'];
  readonly forceRefresh?: boolean;
  readonly onProgress: (progress: CallProgress) => void;
  /** Its entry in the queue, whose priority rises with the call's. */
  queued: QueuedRequest | null;
}

interface Flight<Answer, Operation extends string> extends InFlightCall<Operation> {
  priority: ConnectionCallOptions['priority'];
  readonly abortController: AbortController;
  readonly listeners: Set<ConnectionCallOptions>;
  readonly answer: Promise<Answer>;
  lastProgress: CallProgress | null;
}

/** Merges identical calls in flight: later callers join, and the last one to cancel aborts it. */
export class SingleFlight<Answer, Operation extends string = OperationName> {
  readonly #flights = new Map<string, Flight<Answer, Operation>>();
  readonly #onPriorityRaised: (call: InFlightCall<Operation>) => void;

  constructor(onRise: (call: InFlightCall<Operation>) => void = () => undefined) {
    this.#onPriorityRaised = onRise;
  }

  async run(
    key: string,
    operation: Operation,
    start: (call: InFlightCall<Operation>) => Promise<Answer>,
    options: ConnectionCallOptions,
  ): Promise<Answer> {
    throwIfCancelled(options.signal);
    const job = this.#flights.get(key) ?? this.#start(key, operation, start, options);
    job.listeners.add(options);
    if (job.lastProgress !== null) options.onProgress(job.lastProgress);
    this.#raisePriority(job, options);
    try {
      return await withAbort(job.answer, options.signal);
    } finally {
      job.listeners.delete(options);
      // An answered flight has been deleted before.
      if (job.listeners.size === 0 && this.#flights.get(key) === job) {
        this.#flights.delete(key);
        job.abortController.abort();
      }
    }
  }

  #start(
    key: string,
    operation: Operation,
    start: (call: InFlightCall<Operation>) => Promise<Answer>,
    { window, priority, forceRefresh = false }: ConnectionCallOptions,
  ): Flight<Answer, Operation> {
    const abortController = new AbortController();
    const listeners = new Set<ConnectionCallOptions>();
    const call: Omit<Flight<Answer, Operation>, 'answer'> = {
      operation,
      signal: abortController.signal,
      window,
      priority,
      forceRefresh,
      abortController,
      listeners,
      lastProgress: null,
      queued: null,
      onProgress: (progress) => {
        call.lastProgress = progress;
        for (const listener of listeners) listener.onProgress(progress);
      },
    };
    const job: Flight<Answer, Operation> = Object.assign(call, { answer: start(call) });
    this.#flights.set(key, job);
    const end = (): void => {
      if (this.#flights.get(key) === job) this.#flights.delete(key);
    };
    job.answer.then(end, end);
    return job;
  }

  #raisePriority(job: Flight<Answer, Operation>, { priority }: ConnectionCallOptions): void {
    if (priority !== 'interactive' || job.priority === 'interactive') return;
    job.priority = 'interactive';
    if (job.queued === null) return;
    job.queued.priority = 'interactive';
    this.#onPriorityRaised(job);
  }
}
