import { t } from '@vscode/l10n';
import { matchWholeText } from '../../solana/scan/scanText.ts';

export const notALookupMessage = t('Not an address or signature.');

/** All looked-up text passes through here. Null unless it is a whole address or signature. */
export function classifyLookup(text: string) {
  const found = matchWholeText(text);
  if (found === null || found.kind === 'secret-key') return null;
  const kind: 'address' | 'signature' = found.kind === 'signature' ? 'signature' : 'address';
  return { kind, text: found.text };
}
