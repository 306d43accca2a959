import { t } from '@vscode/l10n';
import { formatExactAmount } from '../../api/tokenAmounts.ts';

/** A supply in whole tokens, with every digit that matters. */
export const formatSupply = (supply: string, decimals: number): string =>
  /^\d{1,40}$/.test(supply) && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255
    ? formatExactAmount(BigInt(supply), decimals)
    : t('not told');
