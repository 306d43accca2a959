import { t } from '@vscode/l10n';
import { MarketError } from './marketError.ts';

export const cancelledError = (cause?: unknown): MarketError =>
  new MarketError('cancelled', t('Cancelled'), { cause });

/** Throws a MarketError of kind `cancelled` after an abort. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelledError(signal.reason);
}

/** Settles like the promise, but rejects with kind `cancelled` once the signal aborts. */
export async function withAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return await promise;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(cancelledError(signal.reason));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted.promise, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
