import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../base/throwIfCancelled.ts';

/** Maximum duration of work before it yields to other requests. */
const sliceMilliseconds = 10;

/**
 * Yields to other requests when the time slice is over; call it between small pieces of work.
 * Throws a MarketError of kind `cancelled` after the signal is aborted.
 */
export function createYielder(signal: AbortSignal | undefined): () => Promise<void> {
  let sliceEnds = performance.now() + sliceMilliseconds;
  return async () => {
    if (performance.now() < sliceEnds) return;
    await setImmediate();
    throwIfCancelled(signal);
    sliceEnds = performance.now() + sliceMilliseconds;
  };
}

/** Rows of a column that take about a millisecond. */
const rowsPerPiece = 32_768;

/** Visits ranges of row indexes in time slices. */
export async function forEachPiece(
  rows: number,
  yieldIfDue: () => Promise<void>,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < rows; from += rowsPerPiece) {
    work(from, Math.min(rows, from + rowsPerPiece));
    await yieldIfDue();
  }
}
