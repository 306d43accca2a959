import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../base/throwIfCancelled.ts';

/** Longest stretch of work before other requests get their turn. */
const sliceMilliseconds = 10;

/**
 * Lets other requests have their turn when it is time; call it between small pieces of work. Throws
 * a MarketError of kind `cancelled` when nobody waits any more.
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

/** Rows of a column that are gone through within a millisecond or so. */
const rowsPerPiece = 32_768;

/** Goes through rows by their index, in time slices. */
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
