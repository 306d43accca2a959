import { t } from '@vscode/l10n';
import { matchWholeText } from '../../solana/scan/scanText.ts';

/** Something that may be looked up: an address or a signature, and nothing else. */
interface LookupSubject {
  readonly kind: 'address' | 'signature';
  readonly text: string;
}

export const notALookupMessage = t('Not an address or signature.');

/** The only way from text to the channel: `null` for all but whole addresses and signatures. */
export function classifyLookup(text: string): LookupSubject | null {
  const found = matchWholeText(text);
  if (found === null || found.kind === 'secret-key') return null;
  return { kind: found.kind === 'signature' ? 'signature' : 'address', text: found.text };
}
