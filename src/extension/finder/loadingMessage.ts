import { t } from '@vscode/l10n';
import type { ConnectionOverview } from '../connections/connectionPhase.ts';

/** What is said above a view without rows while its first answer is on its way. */
export function loadingMessage({ connection, status }: ConnectionOverview): string {
  const progress = status?.state === 'starting' ? ` ${status.message}` : '';
  return connection.kind === 'service'
    ? t('Asking {0}…', connection.name)
    : `${t('Preparing the {0} market…', connection.name)}${progress}`;
}
