import { t } from '@vscode/l10n';
import { parseSignature } from '../../solana/parseSignature.ts';
import { scanText } from '../../solana/scan/scanText.ts';

export type LookupInput =
  | { readonly kind: 'empty' }
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'address'; readonly address: string }
  /** Never sent, logged or stored. */
  | { readonly kind: 'secret-key' }
  /** Anything else, with the reason why it is not a signature. */
  | { readonly kind: 'other'; readonly reason: string };

const minAddressLength = 32;
/** Longer than any explorer link. */
const maxInputLength = 2_000;

/** Parses typed text or the clipboard: a signature or address, alone or in a link. */
export function parseLookupInput(input: string): LookupInput {
  const text = input.trim();
  const parsed = parseSignature(text);
  if (parsed.kind !== 'wrong') return parsed;
  // Probably part of a name or an address: report the length, not its characters.
  if (text.length < minAddressLength) {
    return { kind: 'other', reason: t('A signature has 87 or 88 characters.') };
  }
  if (text.length > maxInputLength) return { kind: 'other', reason: parsed.reason };
  const [only, ...others] = scanText(text);
  if (only !== undefined && others.length === 0) {
    if (only.kind === 'signature') return { kind: 'signature', signature: only.text };
    if (only.kind === 'address') return { kind: 'address', address: only.text };
  }
  return { kind: 'other', reason: parsed.reason };
}
