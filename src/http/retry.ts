import { setTimeout as delay } from 'node:timers/promises';
import { MarketError } from '../api/marketError.ts';

/** Time and chance, so that a test can stand in for both. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: Math.random,
};

/** A failure that may pass by itself. */
export class TransientError extends MarketError {}

/** Half to all of a wait that doubles with each failure, counted from 1, so that clients spread. */
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

/** Does `work` until it succeeds, or `recover`, which waits after a failure, throws. */
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

/** Attempts of one idempotent request, the first among them. */
export const maxAttempts = 3;
const delays = { initialDelayMilliseconds: 250, maximumDelayMilliseconds: 2_000 } as const;
/** A service that asks for more patience than this is better left to the caller. */
const maxRetryAfterMilliseconds = 2_000;

/** Retries after a TransientError. Rejects with the last failure, also when a pause is aborted. */
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

/** The connection was lost while it was in use: resets, not refusals or names without an address. */
const resetCodes: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ERR_HTTP2_STREAM_ERROR',
  'ERR_HTTP2_SESSION_ERROR',
]);
export const isConnectionReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && resetCodes.has(error.code);
