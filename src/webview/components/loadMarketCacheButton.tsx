import { t } from '@vscode/l10n';
import type { PageHost } from '../renderPage.tsx';

interface LoadMarketCacheButtonProps {
  readonly host: Pick<PageHost<{ readonly type: 'load-pools' }>, 'send'>;
}

export const LoadMarketCacheButton = ({ host }: LoadMarketCacheButtonProps) => (
  <button
    type="button"
    class="link"
    title={t('Up to hundreds of megabytes from a service. You can cancel it.')}
    onClick={() => host.send({ type: 'load-pools' })}
  >
    {t('Load Market Cache')}
  </button>
);
