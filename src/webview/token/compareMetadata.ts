import { t } from '@vscode/l10n';
import type { MetadataRow } from '../messages/token.ts';

type MetadataDifference =
  | 'same'
  /** Only one side has the member. */
  | 'one-side'
  /** Only letter case or surrounding spaces differ. */
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
