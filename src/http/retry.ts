import { setTimeout as delay } from 'node:timers/promises';
import type { MarketError } from '../api/marketError.ts';

/** Waiting and chance, so that a test has neither. */
export interface RetryClock {
  /** Resolves after the time; rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export const systemRetryClock: RetryClock = {
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: Math.random,
};

/** A failure that may pass by itself. Never leaves this library. */
export class TransientError extends Error {
  override readonly name = 'PassingFailure';
  readonly reason: MarketError;

  constructor(reason: MarketError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Attempts of one idempotent request, the first among them. */
export const maxAttempts = 3;
const initialBackoffMilliseconds = 250;
/** A service that asks for more patience than this is better left to the caller. */
const maxRetryAfterMilliseconds = 2_000;

/**
 * Does `attempt` again, a few times, when it ends in a PassingFailure; with pauses that double and
 * differ by chance, so that many clients do not come back at once. Rejects with the MarketError of
 * the last failure, also when the signal aborts a pause.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
  clock: RetryClock,
): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      const { reason } = error;
      const asked = (reason.retryAfterSeconds ?? 0) * 1000;
      if (count >= maxAttempts || asked > maxRetryAfterMilliseconds) throw reason;
      const pause = initialBackoffMilliseconds * 2 ** (count - 1) * (0.5 + clock.random());
      await clock.sleep(Math.max(asked, pause), signal).catch(() => {
        throw reason;
      });
    }
  }
}

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
