import { t } from '@vscode/l10n';
import { parseSignature } from '../../solana/parseSignature.ts';
import { scanText } from '../../solana/scan/scanText.ts';

export type LookupInput =
  | { readonly kind: 'empty' }
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'address'; readonly address: string }
  /** Never sent, logged or kept. */
  | { readonly kind: 'secret-key' }
  /** None of these, and why it is no signature. */
  | { readonly kind: 'other'; readonly reason: string };

const minAddressLength = 32;
/** The link of an explorer is shorter. */
const maxInputLength = 2_000;

/** What somebody typed or has on the clipboard: a signature or address, alone or in a link. */
export function parseLookupInput(input: string): LookupInput {
  const text = input.trim();
  const parsed = parseSignature(text);
  if (parsed.kind !== 'wrong') return parsed;
  // Part of a name or an address: its characters are not what is wrong with it.
  if (text.length < minAddressLength) {
    return { kind: 'other', reason: t('A signature has 87 or 88 characters.') };
  }
  if (text.length > maxInputLength) return { kind: 'other', reason: parsed.reason };
  const found = scanText(text);
  if (found.some(({ kind }) => kind === 'secret-key')) return { kind: 'secret-key' };
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) {
    if (only.kind === 'signature') return { kind: 'signature', signature: only.text };
    if (only.kind === 'address') return { kind: 'address', address: only.text };
  }
  return { kind: 'other', reason: parsed.reason };
}
