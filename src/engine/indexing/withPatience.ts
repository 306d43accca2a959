import { isOtherSource } from '../store/storeSource.ts';

/** Longest wait for a node at startup if an index exists. */
const chainPatienceMilliseconds = 3_000;

/** Ignores a node that does not respond, but throws if it is of another chain. */
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
