import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';

/** A supply in whole tokens, with every digit that matters. */
export function formatSupply(supply: string, decimals: number): string {
  if (!/^\d{1,40}$/.test(supply) || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    return t('not told');
  }
  const digits = supply.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${formatCount(BigInt(whole))}${part === '' ? '' : `.${part}`}`;
}
