import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';

export interface SharedRequestCacheOptions<Value> {
  readonly request: (key: string, signal: AbortSignal) => Promise<Value>;
  readonly ttlMilliseconds: number;
  /** How long a failure is not tried again: hovers repeat whenever the pointer moves. */
  readonly errorTtlMilliseconds: number;
  readonly maxEntries: number;
  readonly now?: () => number;
}

type CacheEntry<Value> = { readonly goodUntil: number } & (
  | { readonly value: Value }
  | { readonly error: unknown }
);

interface PendingRequest<Value> {
  readonly promise: Promise<Value>;
  readonly abort: AbortController;
  waiters: number;
}

/**
 * Answers by key: one question at a time for each, shared by whoever waits for it, given up when
 * nobody does any more, and kept for a while.
 */
export class SharedRequestCache<Value> {
  readonly #options: SharedRequestCacheOptions<Value>;
  readonly #now: () => number;
  readonly #entries = new Map<string, CacheEntry<Value>>();
  readonly #pending = new Map<string, PendingRequest<Value>>();

  constructor(options: SharedRequestCacheOptions<Value>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** The answer that is there already. */
  peek(key: string): Value | null {
    const kept = this.#entries.get(key);
    return kept !== undefined && 'value' in kept && kept.goodUntil > this.#now()
      ? kept.value
      : null;
  }

  /** Forgets everything, and gives up what is being asked. */
  clear(): void {
    this.#entries.clear();
    for (const { abort } of this.#pending.values()) abort.abort();
    this.#pending.clear();
  }

  /** Rejects as the question does, or with `cancelled` when the caller gives up. */
  async get(key: string, signal: AbortSignal): Promise<Value> {
    const kept = this.#entries.get(key);
    if (kept !== undefined && kept.goodUntil > this.#now()) {
      if ('value' in kept) return kept.value;
      throw kept.error;
    }
    if (signal.aborted) throw cancelled();
    const asking = this.#pending.get(key) ?? this.#startRequest(key);
    asking.waiters += 1;
    const leave = () => {
      asking.waiters -= 1;
      if (asking.waiters > 0) return;
      asking.abort.abort();
      // Whoever asks from now on asks anew.
      if (this.#pending.get(key) === asking) this.#pending.delete(key);
    };
    return await new Promise((resolve, reject) => {
      const abort = () => {
        leave();
        reject(cancelled());
      };
      signal.addEventListener('abort', abort, { once: true });
      asking.promise
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', abort));
    });
  }

  #startRequest(key: string): PendingRequest<Value> {
    const abort = new AbortController();
    const { ttlMilliseconds, errorTtlMilliseconds } = this.#options;
    const promise = this.#options.request(key, abort.signal).then(
      (value) => {
        this.#settle(key, asking, { value, goodUntil: this.#now() + ttlMilliseconds });
        return value;
      },
      (error: unknown) => {
        this.#settle(key, asking, { error, goodUntil: this.#now() + errorTtlMilliseconds });
        throw error;
      },
    );
    // Somebody waits for it; but when all have left, nobody hears of its failure.
    promise.catch(() => undefined);
    const asking: PendingRequest<Value> = { promise, abort, waiters: 0 };
    this.#pending.set(key, asking);
    return asking;
  }

  #settle(key: string, asking: PendingRequest<Value>, kept: CacheEntry<Value>): void {
    if (this.#pending.get(key) !== asking) return;
    this.#pending.delete(key);
    this.#entries.delete(key);
    this.#entries.set(key, kept);
    if (this.#entries.size <= this.#options.maxEntries) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

const cancelled = (): MarketError => new MarketError('cancelled', t('Cancelled'));
