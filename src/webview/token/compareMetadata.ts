import { t } from '@vscode/l10n';
import type { MetadataRow } from '../messages/token.ts';

/** How the two sides of a row stand to each other. */
type MetadataDifference =
  | 'same'
  /** Only one of them can tell it, or does. */
  | 'one-side'
  /** Nothing but upper and lower case or spaces around it. */
  | 'spelling'
  | 'different';

export function compareMetadata({ onChain, offChain }: MetadataRow): MetadataDifference {
  if (onChain === null || offChain === null) return 'one-side';
  if (onChain === offChain) return 'same';
  return normalize(onChain) === normalize(offChain) ? 'spelling' : 'different';
}

const normalize = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

export const differenceLabels: Readonly<Record<MetadataDifference, string>> = {
  same: t('same'),
  'one-side': '',
  spelling: t('spelling differs'),
  different: t('differs'),
};
