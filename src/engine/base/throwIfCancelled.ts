import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new MarketError('cancelled', t('Cancelled'), { cause: signal.reason });
}
