import { t } from '@vscode/l10n';
import type { MetadataRow } from '../messages/token.ts';

/** How the two sides of a row stand to each other. */
export type Difference =
  | 'same'
  /** Only one of them can tell it, or does. */
  | 'one-side'
  /** Nothing but upper and lower case or spaces around it. */
  | 'spelling'
  | 'different';

export function differenceOf({ onChain, offChain }: MetadataRow): Difference {
  if (onChain === null || offChain === null) return 'one-side';
  if (onChain === offChain) return 'same';
  return plain(onChain) === plain(offChain) ? 'spelling' : 'different';
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

export const differenceWords: Readonly<Record<Difference, string>> = {
  same: t('same'),
  'one-side': '',
  spelling: t('spelt otherwise'),
  different: t('differs'),
};
