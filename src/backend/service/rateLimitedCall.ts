import { t } from '@vscode/l10n';
import { formatUtcDateTime } from '../../api/format.ts';
import { MarketError, maxRetryAfterSeconds } from '../../api/marketError.ts';
import type { OperationName } from '../../api/operations.ts';
import type { WaitingProgress } from '../protocol/callProtocol.ts';
import type { Permit } from '../queue/requestQueue.ts';
import type { InFlightCall } from '../queue/singleFlight.ts';
import type { KeyBudget } from './requestBudgets.ts';

/** Attempts in total when the service responds with "too many requests". */
const maxAttempts = 3;
/** A longer wait is reported as an error instead. */
const maxWaitSeconds = 120;

export interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly beforeRetry: () => Promise<void>;
}

/** One call within the rate limit: waits for its turn, and retries after "too many requests". */
export class RateLimitedCall {
  readonly #budget: KeyBudget;
  readonly #call: InFlightCall;
  #permit: Permit | null = null;
  #rateLimitedCount = 0;

  constructor(budget: KeyBudget, call: InFlightCall) {
    this.#budget = budget;
    this.#call = call;
  }

  /** Throws what `ask` throws, but retries after "too many requests" while that is useful. */
  async send<Result>(ask: (admitted: AttemptOptions) => Promise<Result>): Promise<Result> {
    while (true) {
      const admitted = await this.#nextAttempt();
      try {
        return await ask(admitted);
      } catch (error) {
        this.#handleRateLimited(error);
      }
    }
  }

  /** Like `send`, but only retries before the first part, because parts are not read twice. */
  async *stream<Part>(
    ask: (admitted: AttemptOptions) => AsyncIterable<Part>,
  ): AsyncGenerator<Part> {
    while (true) {
      const admitted = await this.#nextAttempt();
      let hasBegun = false;
      try {
        for await (const part of ask(admitted)) {
          hasBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        if (hasBegun) throw error;
        this.#handleRateLimited(error);
      }
    }
  }

  finish(): void {
    this.#call.queued = null;
    this.#permit?.release();
  }

  async #nextAttempt(): Promise<AttemptOptions> {
    await this.#acquirePermit();
    return { signal: this.#call.signal, beforeRetry: () => this.#acquirePermit() };
  }

  async #acquirePermit(): Promise<void> {
    this.#permit?.release();
    this.#permit = null;
    const { operation, window, priority, signal, onProgress } = this.#call;
    const blockedSeconds = this.#budget.queue(operation).blockedMilliseconds / 1_000;
    if (blockedSeconds > maxWaitSeconds) throw waitTooLongError(blockedSeconds);
    const waiting = {
      window,
      priority,
      signal,
      onExpected: (at: number) => onProgress(waitingProgress(this.#budget, operation, at)),
    };
    this.#call.queued = waiting;
    this.#permit = await this.#budget.queue(operation).acquire(waiting);
    this.#call.queued = null;
  }

  /** Blocks the queue. Throws unless the call should be sent again after the wait. */
  #handleRateLimited(error: unknown): void {
    if (!MarketError.is(error, 'rate-limited')) throw error;
    this.#rateLimitedCount += 1;
    const queue = this.#budget.queue(this.#call.operation);
    const { requests, perSeconds } = queue.rate;
    const spacing = Math.max(1, perSeconds / requests);
    const seconds =
      error.retryAfterSeconds ??
      Math.min(perSeconds, spacing * 2 ** (this.#rateLimitedCount - 1), maxRetryAfterSeconds);
    queue.block(seconds * 1_000);
    if (this.#rateLimitedCount < maxAttempts && seconds <= maxWaitSeconds) return;
    throw error.retryAfterSeconds === undefined
      ? new MarketError(error.kind, error.message, {
          retryAfterSeconds: seconds,
          statusCode: error.statusCode,
        })
      : error;
  }
}

const waitTooLongError = (seconds: number): MarketError =>
  new MarketError(
    'rate-limited',
    t(
      'Too many requests. Try again after {0}, or refresh to try now.',
      formatUtcDateTime(Date.now() + seconds * 1_000),
    ),
    { retryAfterSeconds: Math.ceil(seconds) },
  );

/** `at`: expected sending time by the queue's clock. */
export function waitingProgress(
  budget: KeyBudget,
  operation: OperationName,
  at: number,
): WaitingProgress {
  const nextCallAtMilliseconds = budget.unixMilliseconds(at);
  const seconds = Math.max(0, (nextCallAtMilliseconds - Date.now()) / 1_000);
  return {
    kind: 'waiting',
    operation,
    nextCallAtMilliseconds,
    nextCallInSeconds: Math.ceil(seconds),
    isRefused: budget.queue(operation).blockedMilliseconds > 0,
  };
}
