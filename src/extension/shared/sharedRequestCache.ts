import { throwIfCancelled, withAbort } from '../../api/cancellation.ts';

export interface SharedRequestCacheOptions<Value> {
  readonly request: (key: string, signal: AbortSignal) => Promise<Value>;
  readonly ttlMilliseconds: number;
  /** How long a failure is cached: hovers repeat whenever the pointer moves. */
  readonly errorTtlMilliseconds: number;
  readonly maxEntries: number;
}

interface Entry<Value> {
  readonly promise: Promise<Value>;
  readonly abort: AbortController;
  waiters: number;
  value: Value | null;
  /** Infinity while the request is pending. */
  goodUntilMilliseconds: number;
}

/** Callers share one request, which is aborted once all have left. */
export class SharedRequestCache<Value> {
  readonly #options: SharedRequestCacheOptions<Value>;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(options: SharedRequestCacheOptions<Value>) {
    this.#options = options;
  }

  peek(key: string): Value | null {
    return this.#find(key)?.value ?? null;
  }

  /** Clears the cache and aborts pending requests. */
  clear(): void {
    for (const { abort } of this.#entries.values()) abort.abort();
    this.#entries.clear();
  }

  /** Rejects as the request does, or with `cancelled` when the caller's signal aborts. */
  async get(key: string, signal: AbortSignal): Promise<Value> {
    throwIfCancelled(signal);
    const entry = this.#find(key) ?? this.#startRequest(key);
    entry.waiters += 1;
    try {
      return await withAbort(entry.promise, signal);
    } finally {
      entry.waiters -= 1;
      if (entry.waiters === 0 && entry.goodUntilMilliseconds === Number.POSITIVE_INFINITY) {
        entry.abort.abort();
        // Later callers start a new request.
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      }
    }
  }

  #find(key: string): Entry<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.goodUntilMilliseconds > Date.now() ? entry : undefined;
  }

  #startRequest(key: string): Entry<Value> {
    const { request, ttlMilliseconds, errorTtlMilliseconds, maxEntries } = this.#options;
    const abort = new AbortController();
    const entry: Entry<Value> = {
      promise: request(key, abort.signal).then(
        (value) => {
          entry.value = value;
          entry.goodUntilMilliseconds = Date.now() + ttlMilliseconds;
          return value;
        },
        (error: unknown) => {
          entry.goodUntilMilliseconds = Date.now() + errorTtlMilliseconds;
          throw error;
        },
      ),
      abort,
      waiters: 0,
      value: null,
      goodUntilMilliseconds: Number.POSITIVE_INFINITY,
    };
    // Prevents an unhandled rejection if all callers have left.
    entry.promise.catch(() => undefined);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}
