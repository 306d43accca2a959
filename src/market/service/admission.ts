import { MarketError } from '../../interface/marketError.ts';
import type { OperationName } from '../../interface/operations.ts';
import type { WaitingProgress } from '../protocol.ts';
import type { KeyBudget } from './requestBudgets.ts';
import type { Turn, Waiting } from './requestQueue.ts';
import type { SharedCall } from './sharedCalls.ts';

/** Times that a request is sent again after the service said that it came too soon. */
const refusalsMaximum = 3;
/** Who is asked to wait longer than this is told so instead. */
const patienceSeconds = 120;

/** What an admitted request is sent with. */
export interface Admitted {
  readonly signal: AbortSignal;
  /** A request that is sent again takes another turn. */
  readonly beforeRetry: () => Promise<void>;
}

/**
 * Sends a request when it is its turn, and again when the service says that it came too soon: after
 * the time that it asks for, or else ever longer ones. Throws what `send` throws.
 */
export async function admitted<Result>(
  budget: KeyBudget,
  call: SharedCall,
  send: (admitted: Admitted) => Promise<Result>,
): Promise<Result> {
  const { operation, signal } = call;
  const queue = budget.queue(operation);
  let turn: Turn | null = null;
  const next = async (): Promise<void> => {
    turn?.done();
    turn = null;
    const waiting: Waiting = {
      window: call.window,
      priority: call.priority,
      signal,
      onExpected: (at) => call.onProgress(waitingProgress(budget, operation, at)),
    };
    call.waiting = waiting;
    turn = await queue.take(waiting);
    call.waiting = null;
  };
  try {
    for (let refusals = 1; ; refusals += 1) {
      await next();
      try {
        return await send({ signal, beforeRetry: next });
      } catch (error) {
        if (!MarketError.is(error, 'rate-limited')) throw error;
        const { requests, perSeconds } = queue.rate;
        const seconds =
          error.retryAfterSeconds ??
          Math.min(perSeconds, Math.max(1, perSeconds / requests) * 2 ** (refusals - 1));
        queue.block(seconds * 1_000);
        if (refusals >= refusalsMaximum || seconds > patienceSeconds) {
          throw withWait(error, seconds);
        }
      }
    }
  } finally {
    call.waiting = null;
    (turn as Turn | null)?.done();
  }
}

/** What windows are told of a request that is expected to be sent at a time of the queue's clock. */
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
  };
}

const withWait = (error: MarketError, seconds: number): MarketError =>
  error.retryAfterSeconds === undefined
    ? new MarketError(error.kind, error.message, { retryAfterSeconds: seconds })
    : error;
