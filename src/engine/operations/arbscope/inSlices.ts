import { throwIfCancelled } from '../../base/throwIfCancelled.ts';
import { createYielder } from '../timeSlices.ts';

/** Steps must be short. Throws a MarketError of kind `cancelled` soon after an abort. */
export async function inSlices<Result>(
  steps: Generator<void, Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  throwIfCancelled(signal);
  const yieldIfDue = createYielder(signal);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldIfDue();
  }
}
