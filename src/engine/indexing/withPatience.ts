import { isOtherSource } from '../store/storeSource.ts';

/** Longest wait for a node at the start when there is an index already. */
const chainPatienceMilliseconds = 3_000;

/** Goes on without a node that does not answer, but not with one of another chain. */
export async function withPatience(
  signal: AbortSignal,
  confirm: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const patience = AbortSignal.timeout(chainPatienceMilliseconds);
  try {
    await confirm(AbortSignal.any([signal, patience]));
  } catch (error) {
    if (isOtherSource(error)) throw error;
  }
}
