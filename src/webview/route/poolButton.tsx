import { t } from '@vscode/l10n';
import { shortSafeAddress } from './routeModel.ts';

interface PoolButtonProps {
  readonly pool: string;
  readonly open: (pool: string) => void;
}

/** A click opens the pool, where its address can be copied. */
export const PoolButton = ({ pool, open }: PoolButtonProps) => (
  <button
    type="button"
    class="link mono"
    title={t('Open {0}', pool)}
    aria-label={t('Open pool {0}', shortSafeAddress(pool))}
    onClick={() => open(pool)}
  >
    {shortSafeAddress(pool)}
  </button>
);
