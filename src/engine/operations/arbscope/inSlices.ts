import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../../store/query.ts';

/** Longest that other requests of the process wait, milliseconds. */
const sliceMilliseconds = 20;

/**
 * Runs a long computation in slices, between which the process does its other work. Throws a
 * MarketError of kind `cancelled` at the next slice after the signal was aborted.
 */
export async function inSlices<Result>(
  steps: Generator<void, Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  throwIfCancelled(signal);
  let start = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < sliceMilliseconds) continue;
    await setImmediate();
    throwIfCancelled(signal);
    start = performance.now();
  }
}
