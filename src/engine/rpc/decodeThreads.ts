import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { translationsFileVariable } from '../../api/translationsFile.ts';
import { ResponseBodyError } from '../../http/responseBody.ts';
import type { DecodedResponse } from './decodeResponse.ts';

export interface DecodeJob {
  readonly id: number;
  readonly slot: number;
  readonly body: ArrayBuffer;
}

export type DecodeResult =
  | { readonly id: number; readonly done: DecodedResponse }
  /** Why the body is malformed or too large to process. */
  | { readonly id: number; readonly unreadable: string };

export interface DecodeThreadsOptions {
  readonly start?: () => Worker;
  /** By default one per core except the engine's, at most 4. */
  readonly count?: number;
  readonly idleMilliseconds?: number;
}

/** More threads would only wait for the thread that stores their results. */
const maxThreads = 4;
const defaultIdleMilliseconds = 5_000;

/** Next to this file if the sources run unbundled; in the bundle, one folder above. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? 'decodeWorker.ts' : '../decodeWorker.js',
  import.meta.url,
);

/** Only the language: secrets in the environment are none of a thread's business. */
function environment(): NodeJS.ProcessEnv {
  const file = process.env[translationsFileVariable];
  return file === undefined ? {} : { [translationsFileVariable]: file };
}

interface Pending {
  readonly slot: number;
  readonly resolve: (done: DecodedResponse) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

/** A thread may crash from another cause than its block, such as a lack of memory. */
const maxCrashes = 2;
/** Of blocks that crashed a thread; older ones may crash further threads. */
const maxRemembered = 1_000;

/**
 * Threads start on demand, again after a crash, and end when idle. A block that crashes two threads
 * is unreadable. The caller limits the number of concurrent jobs.
 */
export class DecodeThreads {
  readonly #options: Required<DecodeThreadsOptions>;
  readonly #threads: Thread[] = [];
  #nextId = 1;
  /** By slot. */
  readonly #crashes = new Map<number, number>();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: DecodeThreadsOptions = {}) {
    this.#options = {
      start: () =>
        new Worker(workerFile, { name: 'arbscope-decode', env: environment(), execArgv: [] }),
      count: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
      idleMilliseconds: defaultIdleMilliseconds,
      ...options,
    };
  }

  /**
   * Transfers the body to a thread. Rejects with a ResponseBodyError if it is unreadable or the
   * thread ends, or with the signal's reason.
   */
  async decode(slot: number, body: Buffer, signal: AbortSignal): Promise<DecodedResponse> {
    signal.throwIfAborted();
    if ((this.#crashes.get(slot) ?? 0) >= maxCrashes) {
      throw new ResponseBodyError(t('decoding it crashed {0} threads', maxCrashes));
    }
    clearTimeout(this.#idle);
    const thread = this.#leastBusy();
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<DecodedResponse>();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    thread.pending.set(id, { slot, resolve, reject });
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
    // `close` awaits this thread: `unref` would let the process exit before the thread has ended.
    if (!this.#threads.includes(thread)) return;
    const { worker, pending } = thread;
    const waiting = pending.get(result.id);
    pending.delete(result.id);
    if ('done' in result) waiting?.resolve(result.done);
    else waiting?.reject(new ResponseBodyError(result.unreadable));
    if (pending.size === 0) worker.unref();
    if (this.#threads.some((each) => each.pending.size > 0)) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMilliseconds).unref();
  }

  /** The thread crashed; its blocks are fetched again. */
  #drop(thread: Thread): void {
    const at = this.#threads.indexOf(thread);
    if (at === -1) return;
    this.#threads.splice(at, 1);
    // A thread decodes in order: the first block has crashed it.
    for (const { slot } of [...thread.pending.values()].slice(0, 1)) this.#blame(slot);
    rejectAll(thread);
  }

  #blame(slot: number): void {
    this.#crashes.set(slot, (this.#crashes.get(slot) ?? 0) + 1);
    for (const oldest of this.#crashes.keys()) {
      if (this.#crashes.size <= maxRemembered) return;
      this.#crashes.delete(oldest);
    }
  }
}

function rejectAll({ pending }: Thread): void {
  for (const { reject } of pending.values()) {
    reject(new ResponseBodyError(t('its decoding was cut off')));
  }
  pending.clear();
}

/** Copies the bytes: small bodies may share a pooled buffer, which cannot be transferred. */
function ownBytes(body: Buffer): ArrayBuffer {
  const { buffer, byteLength } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? buffer
    : new Uint8Array(body).buffer;
}
