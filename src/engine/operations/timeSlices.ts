import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../base/throwIfCancelled.ts';

const sliceMilliseconds = 10;

/** Call between small pieces of work. Throws a MarketError of kind `cancelled` after an abort. */
export function createYielder(signal: AbortSignal | undefined): () => Promise<void> {
  let sliceEnds = performance.now() + sliceMilliseconds;
  return async () => {
    if (performance.now() < sliceEnds) return;
    await setImmediate();
    throwIfCancelled(signal);
    sliceEnds = performance.now() + sliceMilliseconds;
  };
}

/** About a millisecond of work. */
const rowsPerPiece = 32_768;

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
