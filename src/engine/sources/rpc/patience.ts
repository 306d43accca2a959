import type { Clock } from './clock.ts';
import { isPassing, RpcFailure } from './rpcFailure.ts';

/** How long is waited between attempts, and how often. */
export interface Patience {
  readonly firstMilliseconds: number;
  readonly longestMilliseconds: number;
  /** Attempts after failures that pass with time; without end by default. */
  readonly attempts?: number;
  /** Attempts after an answer that could not be read. */
  readonly unreadableAttempts: number;
}

export const defaultPatience: Patience = {
  firstMilliseconds: 250,
  longestMilliseconds: 20_000,
  unreadableAttempts: 5,
};

export interface Trouble {
  /** Hears of a failure that is waited out. */
  readonly onTrouble: (failure: RpcFailure) => void;
  /** Hears of the success after it. */
  readonly onWell: () => void;
}

/** Between half and all of a wait that doubles; what the node asked for is the least. */
export function backOff(
  attempt: number,
  { firstMilliseconds, longestMilliseconds }: Patience,
  clock: Clock,
  asked: number | null = null,
): number {
  const whole = Math.min(longestMilliseconds, firstMilliseconds * 2 ** Math.min(attempt, 20));
  const jittered = whole * (0.5 + clock.random() / 2);
  return asked === null ? jittered : asked + jittered * 0.25;
}

/** Does `work` until it succeeds, or fails in a way that waiting does not mend. */
export async function patiently<Result>(
  work: () => Promise<Result>,
  {
    patience,
    clock,
    signal,
    trouble,
  }: {
    readonly patience: Patience;
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly trouble?: Trouble;
  },
): Promise<Result> {
  let unreadable = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work();
      trouble?.onWell();
      return result;
    } catch (error) {
      if (!RpcFailure.is(error) || signal.aborted) throw error;
      const isUnreadable = error.kind === 'unreadable';
      if (isUnreadable && ++unreadable >= patience.unreadableAttempts) throw error;
      if (!isUnreadable && !isPassing(error)) throw error;
      if (attempt + 1 >= (patience.attempts ?? Number.POSITIVE_INFINITY)) throw error;
      trouble?.onTrouble(error);
      const wait = backOff(attempt, patience, clock, error.retryAfterMilliseconds);
      await clock.delay(wait, signal);
    }
  }
}
