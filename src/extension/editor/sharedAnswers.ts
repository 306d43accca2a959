import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';

export interface SharedAnswersOptions<Value> {
  readonly ask: (key: string, signal: AbortSignal) => Promise<Value>;
  /** How long an answer is good. */
  readonly freshMilliseconds: number;
  /** How long a failure is not tried again: hovers repeat whenever the pointer moves. */
  readonly failedMilliseconds: number;
  readonly mostKept: number;
  readonly now?: () => number;
}

type Kept<Value> = { readonly goodUntil: number } & (
  | { readonly value: Value }
  | { readonly error: unknown }
);

interface Asking<Value> {
  readonly promise: Promise<Value>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Answers by key: one question at a time for each, shared by whoever waits for it, given up when
 * nobody does any more, and kept for a while.
 */
export class SharedAnswers<Value> {
  readonly #options: SharedAnswersOptions<Value>;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept<Value>>();
  readonly #asking = new Map<string, Asking<Value>>();

  constructor(options: SharedAnswersOptions<Value>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** The answer that is there already. */
  peek(key: string): Value | null {
    const kept = this.#kept.get(key);
    return kept !== undefined && 'value' in kept && kept.goodUntil > this.#now()
      ? kept.value
      : null;
  }

  /** Forgets everything, and gives up what is being asked. */
  clear(): void {
    this.#kept.clear();
    for (const { abort } of this.#asking.values()) abort.abort();
    this.#asking.clear();
  }

  /** Rejects as the question does, or with `cancelled` when the caller gives up. */
  async get(key: string, signal: AbortSignal): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.goodUntil > this.#now()) {
      if ('value' in kept) return kept.value;
      throw kept.error;
    }
    if (signal.aborted) throw cancelled();
    const asking = this.#asking.get(key) ?? this.#ask(key);
    asking.waiting += 1;
    const leave = () => {
      asking.waiting -= 1;
      if (asking.waiting > 0) return;
      asking.abort.abort();
      // Whoever asks from now on asks anew.
      if (this.#asking.get(key) === asking) this.#asking.delete(key);
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

  #ask(key: string): Asking<Value> {
    const abort = new AbortController();
    const { freshMilliseconds, failedMilliseconds } = this.#options;
    const promise = this.#options.ask(key, abort.signal).then(
      (value) => {
        this.#settle(key, asking, { value, goodUntil: this.#now() + freshMilliseconds });
        return value;
      },
      (error: unknown) => {
        this.#settle(key, asking, { error, goodUntil: this.#now() + failedMilliseconds });
        throw error;
      },
    );
    // Somebody waits for it; but when all have left, nobody hears of its failure.
    promise.catch(() => undefined);
    const asking: Asking<Value> = { promise, abort, waiting: 0 };
    this.#asking.set(key, asking);
    return asking;
  }

  #settle(key: string, asking: Asking<Value>, kept: Kept<Value>): void {
    if (this.#asking.get(key) !== asking) return;
    this.#asking.delete(key);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size <= this.#options.mostKept) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

const cancelled = (): MarketError => new MarketError('cancelled', t('Cancelled'));
