import { throwIfCancelled } from '../../../api/cancellation.ts';
import { createYielder } from '../../../api/createYielder.ts';

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
