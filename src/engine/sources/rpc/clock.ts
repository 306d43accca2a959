import { setTimeout } from 'node:timers/promises';

/** Time and chance, so that tests can stand in for both. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  delay: async (milliseconds, signal) => {
    await setTimeout(milliseconds, undefined, { signal });
  },
  random: () => Math.random(),
};
