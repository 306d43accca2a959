import { t } from '@vscode/l10n';
import { formatCount, formatPercent } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** Below it, pictures are cut off instead of made smaller. */
export const minPictureWidth = 240;

/** A dash if the whole is 0. */
export const formatShareOf = (part: number, whole: number): string =>
  whole > 0 ? formatPercent(part / whole) : '–';

/** The name is untrusted and sanitized. */
export const nameOrAddress = (name: string, address: string): string =>
  sanitizeText(name) || sanitizeText(shortAddress(address));

/** `BONK–SOL`; the pool's address if its mints are unknown. */
export function pairName({
  pool,
  mints,
  symbols,
}: {
  readonly pool: string;
  readonly mints: readonly string[];
  readonly symbols: readonly string[];
}): string {
  if (mints.length === 0) return nameOrAddress('', pool);
  return mints.map((mint, at) => nameOrAddress(symbols[at] ?? '', mint)).join('–');
}

export const arbitragesText = (count: number): string =>
  count === 1 ? t('1 arbitrage') : t('{0} arbitrages', formatCount(count));

export const poolsText = (count: number): string =>
  count === 1 ? t('1 pool') : t('{0} pools', formatCount(count));

export const entriesText = (count: number): string =>
  count === 1 ? t('1 entry') : t('{0} entries', formatCount(count));

/** The button has the count; the command shows a diff before it applies. */
export const addPoolsText = (count: number): string =>
  count === 1 ? t('Add 1 Pool…') : t('Add {0} Pools…', formatCount(count));

export const removePoolsText = (count: number): string =>
  count === 1 ? t('Remove 1 Pool…') : t('Remove {0} Pools…', formatCount(count));
