import { setTimeout as delay } from 'node:timers/promises';
import { MarketError } from '../api/marketError.ts';

/** Time and randomness, replaceable in tests. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: Math.random,
};

/** A failure that a retry may resolve. */
export class TransientError extends MarketError {}

/** Exponential backoff with jitter: half to all of a delay that doubles per failure (from 1). */
export const backoffDelay = (
  failures: number,
  delays: {
    readonly initialDelayMilliseconds: number;
    readonly maximumDelayMilliseconds: number;
  },
  clock: Clock,
): number =>
  Math.min(
    delays.maximumDelayMilliseconds,
    delays.initialDelayMilliseconds * 2 ** Math.min(failures - 1, 20),
  ) *
  (0.5 + clock.random() / 2);

/** Repeats `work` until it succeeds, or until `recover`, which waits after a failure, throws. */
export async function retry<Result>(
  work: () => Promise<Result>,
  recover: (error: unknown, failures: number) => Promise<void>,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      await recover(error, failures);
    }
  }
}

/** Attempts per idempotent request, including the first. */
export const maxAttempts = 3;
const delays = { initialDelayMilliseconds: 250, maximumDelayMilliseconds: 2_000 } as const;
/** Longer `retry-after` waits are left to the caller. */
const maxRetryAfterMilliseconds = 2_000;

/** Retries after a TransientError. Rejects with the last failure, also when a wait is aborted. */
export const retryTransient = <Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
  clock: Clock,
  beforeRetry: () => Promise<void> = async () => undefined,
): Promise<Result> =>
  retry(attempt, async (error, failures) => {
    if (!(error instanceof TransientError) || failures >= maxAttempts) throw error;
    const asked = (error.retryAfterSeconds ?? 0) * 1000;
    if (asked > maxRetryAfterMilliseconds) throw error;
    try {
      await clock.delay(Math.max(asked, backoffDelay(failures, delays, clock)), signal);
      await beforeRetry();
    } catch {
      throw error;
    }
  });

const transientStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
export const isTransientStatus = (statusCode: number): boolean => transientStatuses.has(statusCode);

/** The connection was lost during use: resets, not refused connections or failed DNS lookups. */
const resetCodes: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ERR_HTTP2_STREAM_ERROR',
  'ERR_HTTP2_SESSION_ERROR',
]);
export const isConnectionReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && resetCodes.has(error.code);
