import { throwIfCancelled } from './cancellation.ts';

/** The event loop runs other work after this long. */
const sliceMilliseconds = 8;

/**
 * Call between small pieces of work. Yields to the event loop once a slice of time is over. Throws a
 * MarketError of kind `cancelled` after an abort.
 */
export function createYielder(signal?: AbortSignal): () => Promise<void> {
  let sliceEnds = performance.now() + sliceMilliseconds;
  return async () => {
    if (performance.now() < sliceEnds) return;
    await new Promise((resolve) => setImmediate(resolve));
    throwIfCancelled(signal);
    sliceEnds = performance.now() + sliceMilliseconds;
  };
}
