import { t } from '@vscode/l10n';
import { MarketError } from '../api/marketError.ts';

/** An abort signal that combines the caller's signal with a timeout. Call `clear` when done. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#controller.abort();
  #isExpired = false;

  constructor(milliseconds: number, outer?: AbortSignal) {
    this.#callerSignal = outer;
    this.#timer = setTimeout(() => {
      this.#isExpired = true;
      this.#abort();
    }, milliseconds);
    if (outer?.aborted === true) this.#abort();
    else outer?.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isExpired(): boolean {
    return this.#isExpired;
  }

  /** Whether the caller cancelled, as opposed to a timeout. */
  get isCancelled(): boolean {
    return this.#callerSignal?.aborted === true;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#abort);
  }
}

/** Settles like the promise, but rejects with kind `cancelled` once the signal aborts. */
export function withAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new MarketError('cancelled', t('Cancelled')));
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
