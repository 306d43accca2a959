import { t } from '@vscode/l10n';
import { useSavedState } from '../components/useSavedState.ts';
import type { PageHost } from '../renderPage.tsx';
import type { AmountFormat } from './routeLabels.ts';

export const useAmountFormat = (host: Pick<PageHost, 'getState' | 'setState'>) =>
  useSavedState<AmountFormat>(host, 'form', (saved) => (saved === 'raw' ? 'raw' : 'human'));

interface RawAmountsButtonProps {
  readonly format: AmountFormat;
  readonly setFormat: (format: AmountFormat) => void;
}

export const RawAmountsButton = ({ format, setFormat }: RawAmountsButtonProps) => (
  <button
    type="button"
    class="quiet"
    id="raw-amounts"
    title={t('Show amounts in the smallest unit of each token')}
    aria-pressed={format === 'raw'}
    onClick={() => setFormat(format === 'raw' ? 'human' : 'raw')}
  >
    {t('Raw Amounts')}
  </button>
);
