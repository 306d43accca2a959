import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';

/** The promise's outcome, or a rejection as soon as the caller gives up. */
export function withAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const givenUp = () => reject(new MarketError('cancelled', t('Cancelled')));
    if (signal.aborted) return givenUp();
    signal.addEventListener('abort', givenUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', givenUp));
  });
}
