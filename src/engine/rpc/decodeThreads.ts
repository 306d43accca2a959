import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { ResponseBodyError } from '../../http/responseBody.ts';
import type { DecodedResponse } from './decodeResponse.ts';

/** What a thread is asked for: the body goes to it and is nobody else's any more. */
export interface DecodeJob {
  readonly id: number;
  readonly slot: number;
  readonly body: ArrayBuffer;
}

export type DecodeResult =
  | { readonly id: number; readonly done: DecodedResponse }
  /** No JSON, or more than a process can go through, in words. */
  | { readonly id: number; readonly unreadable: string };

export interface DecodeThreadsOptions {
  readonly start?: () => Worker;
  /** Threads at most; one for each core beside the engine's by default. */
  readonly count?: number;
  /** They end when nothing was to be decoded for so long. */
  readonly idleMilliseconds?: number;
}

/** More only wait for the thread that stores what they decode. */
const maxThreads = 4;
const defaultIdleMilliseconds = 5_000;

/** Beside the program, whose parts have a folder; beside this file where the sources run as they are. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? 'decodeWorker.ts' : '../decodeWorker.js',
  import.meta.url,
);

interface Pending {
  readonly resolve: (done: DecodedResponse) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

/**
 * Parses and decodes responses to `getBlock` in threads of its own, which start with the first and
 * end when there is nothing more to do. Whoever calls limits how many are under way at a time.
 */
export class DecodeThreads {
  readonly #options: Required<DecodeThreadsOptions>;
  readonly #threads: Thread[] = [];
  #nextId = 1;
  #isBroken = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: DecodeThreadsOptions = {}) {
    this.#options = {
      start: () => new Worker(workerFile, { name: 'arbscope-decode', env: {}, execArgv: [] }),
      count: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
      idleMilliseconds: defaultIdleMilliseconds,
      ...options,
    };
  }

  /** False once a thread has ended by itself: the caller decodes then. */
  get isAvailable(): boolean {
    return !this.#isBroken;
  }

  /**
   * Takes the body away. Rejects with a ResponseBodyError for what cannot be read, and where a thread
   * ends; with the signal's reason when it aborts.
   */
  async decode(slot: number, body: Buffer, signal: AbortSignal): Promise<DecodedResponse> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const thread = this.#leastBusy();
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<DecodedResponse>();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    thread.pending.set(id, { resolve, reject });
    thread.worker.ref();
    const bytes = ownBytes(body);
    const job: DecodeJob = { id, slot, body: bytes };
    try {
      thread.worker.postMessage(job, [bytes]);
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Ends the threads; what they have not decoded is rejected. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const threads = this.#threads.splice(0);
    for (const thread of threads) rejectAll(thread);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #leastBusy(): Thread {
    const [first, ...others] = this.#threads;
    const least = others.reduce(
      (best, thread) =>
        best !== undefined && best.pending.size <= thread.pending.size ? best : thread,
      first,
    );
    const isFull = this.#threads.length >= this.#options.count;
    if (least !== undefined && (least.pending.size === 0 || isFull)) return least;
    return this.#start();
  }

  #start(): Thread {
    const thread: Thread = { worker: this.#options.start(), pending: new Map() };
    this.#threads.push(thread);
    const { worker } = thread;
    worker.on('message', (result: DecodeResult) => this.#finish(thread, result));
    worker.on('error', () => this.#drop(thread));
    worker.on('exit', () => this.#drop(thread));
    return thread;
  }

  #finish(thread: Thread, result: DecodeResult): void {
    // A process must not end before a thread that `close` waits for has ended.
    if (!this.#threads.includes(thread)) return;
    const { worker, pending } = thread;
    const waiting = pending.get(result.id);
    pending.delete(result.id);
    if ('done' in result) waiting?.resolve(result.done);
    else waiting?.reject(new ResponseBodyError(result.unreadable));
    // A process may end while its threads have nothing to do.
    if (pending.size === 0) worker.unref();
    if (this.#threads.some((each) => each.pending.size > 0)) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMilliseconds).unref();
  }

  /** Of a thread that nobody ended. What it had is fetched again. */
  #drop(thread: Thread): void {
    const at = this.#threads.indexOf(thread);
    if (at === -1) return;
    this.#threads.splice(at, 1);
    this.#isBroken = true;
    rejectAll(thread);
  }
}

function rejectAll({ pending }: Thread): void {
  for (const { reject } of pending.values()) {
    reject(new ResponseBodyError(t('its decoding was cut off')));
  }
  pending.clear();
}

/** The bytes in memory that holds nothing else: a small body may share its memory with others. */
function ownBytes(body: Buffer): ArrayBuffer {
  const { buffer, byteLength } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? buffer
    : new Uint8Array(body).buffer;
}
