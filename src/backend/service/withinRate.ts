import { t } from '@vscode/l10n';
import { formatUtcDateTime } from '../../api/format.ts';
import { MarketError, maxRetryAfterSeconds } from '../../api/marketError.ts';
import type { OperationName } from '../../api/operations.ts';
import type { WaitingProgress } from '../protocol/callProtocol.ts';
import type { Permit, RequestQueue } from '../queue/requestQueue.ts';
import type { InFlightCall } from '../queue/singleFlight.ts';

/** Attempts in total when the service responds with "too many requests". */
const maxAttempts = 3;
/** A longer wait is reported as an error instead. */
const maxWaitSeconds = 120;

export interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly beforeRetry: () => Promise<void>;
}

/**
 * Waits for the call's turn in the queue, and asks again after "too many requests" while that is
 * useful. Throws what `ask` throws.
 */
export async function sendWithinRate<Result>(
  queue: RequestQueue,
  call: InFlightCall,
  ask: (admitted: AttemptOptions) => Promise<Result>,
): Promise<Result> {
  const parts = streamWithinRate(queue, call, async function* (admitted) {
    yield await ask(admitted);
  });
  const { value } = await parts.next();
  // Ends the call's turn.
  await parts.return();
  // The stream has one part.
  return value as Result;
}

/** Like `sendWithinRate`, but only retries before the first part, because parts are not read twice. */
export async function* streamWithinRate<Part>(
  queue: RequestQueue,
  call: InFlightCall,
  ask: (admitted: AttemptOptions) => AsyncIterable<Part>,
): AsyncGenerator<Part, void, undefined> {
  let release = (): void => undefined;
  const takeTurn = async (): Promise<void> => {
    release();
    const permit = await acquirePermit(queue, call);
    release = () => permit.release();
  };
  try {
    for (let attempt = 1; ; attempt += 1) {
      await takeTurn();
      let hasBegun = false;
      try {
        for await (const part of ask({ signal: call.signal, beforeRetry: takeTurn })) {
          hasBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        if (hasBegun) throw error;
        pauseAfterRefusal(queue, error, attempt);
      }
    }
  } finally {
    call.queued = null;
    release();
  }
}

async function acquirePermit(queue: RequestQueue, call: InFlightCall): Promise<Permit> {
  const { operation, window, priority, signal, onProgress } = call;
  const blockedSeconds = queue.blockedMilliseconds / 1_000;
  if (blockedSeconds > maxWaitSeconds) throw waitTooLongError(blockedSeconds);
  call.queued = {
    window,
    priority,
    signal,
    onExpected: (at) => onProgress(waitingProgress(queue, operation, at)),
  };
  const permit = await queue.acquire(call.queued);
  call.queued = null;
  return permit;
}

/** Blocks the queue. Throws unless the call should be sent again after the wait. */
function pauseAfterRefusal(queue: RequestQueue, error: unknown, attempt: number): void {
  if (!MarketError.is(error, 'rate-limited')) throw error;
  const { requests, perSeconds } = queue.rate;
  const spacing = Math.max(1, perSeconds / requests);
  const seconds =
    error.retryAfterSeconds ??
    Math.min(perSeconds, spacing * 2 ** (attempt - 1), maxRetryAfterSeconds);
  queue.block(seconds * 1_000);
  if (attempt < maxAttempts && seconds <= maxWaitSeconds) return;
  throw error.retryAfterSeconds === undefined
    ? new MarketError(error.kind, error.message, {
        retryAfterSeconds: seconds,
        statusCode: error.statusCode,
      })
    : error;
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
  queue: RequestQueue,
  operation: OperationName,
  at: number,
): WaitingProgress {
  const nextCallAtMilliseconds = queue.unixMilliseconds(at);
  const seconds = Math.max(0, (nextCallAtMilliseconds - Date.now()) / 1_000);
  return {
    kind: 'waiting',
    operation,
    nextCallAtMilliseconds,
    nextCallInSeconds: Math.ceil(seconds),
    isRefused: queue.blockedMilliseconds > 0,
  };
}
