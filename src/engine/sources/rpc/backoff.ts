import type { Clock } from './clock.ts';
import { isTransient, RpcError } from './rpcError.ts';

/** How long is waited between attempts, and how often. */
export interface RetryPolicy {
  readonly initialDelayMilliseconds: number;
  readonly maximumDelayMilliseconds: number;
  /** Attempts after failures that pass with time; without end by default. */
  readonly attempts?: number;
  /** Attempts after an answer that could not be read. */
  readonly unreadableAttempts: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  initialDelayMilliseconds: 250,
  maximumDelayMilliseconds: 20_000,
  unreadableAttempts: 5,
};

export interface RetryListener {
  /** Hears of a failure that is waited out. */
  readonly onRetry: (failure: RpcError) => void;
  /** Hears of the success after it. */
  readonly onSuccess: () => void;
}

/** Between half and all of a wait that doubles; what the node asked for is the least. */
export function backoffDelay(
  attempt: number,
  { initialDelayMilliseconds, maximumDelayMilliseconds }: RetryPolicy,
  clock: Clock,
  asked: number | null = null,
): number {
  const whole = Math.min(
    maximumDelayMilliseconds,
    initialDelayMilliseconds * 2 ** Math.min(attempt, 20),
  );
  const jittered = whole * (0.5 + clock.random() / 2);
  return asked === null ? jittered : asked + jittered * 0.25;
}

/** Does `work` until it succeeds, or fails in a way that waiting does not mend. */
export async function retry<Result>(
  work: () => Promise<Result>,
  {
    patience,
    clock,
    signal,
    trouble,
  }: {
    readonly patience: RetryPolicy;
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly trouble?: RetryListener;
  },
): Promise<Result> {
  let unreadable = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work();
      trouble?.onSuccess();
      return result;
    } catch (error) {
      if (!RpcError.is(error) || signal.aborted) throw error;
      const isUnreadable = error.kind === 'unreadable';
      if (isUnreadable && ++unreadable >= patience.unreadableAttempts) throw error;
      if (!isUnreadable && !isTransient(error)) throw error;
      if (attempt + 1 >= (patience.attempts ?? Number.POSITIVE_INFINITY)) throw error;
      trouble?.onRetry(error);
      const wait = backoffDelay(attempt, patience, clock, error.retryAfterMilliseconds);
      await clock.delay(wait, signal);
    }
  }
}
