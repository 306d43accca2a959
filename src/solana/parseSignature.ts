import { t } from '@vscode/l10n';
import { decodeBase58 } from './base58.ts';
import { maxSignatureLength, signatureBytes } from './isSignature.ts';
import { containsSecretKey } from './scan/scanText.ts';

export type ParsedSignature =
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'empty' }
  /** Never sent, logged or saved. */
  | { readonly kind: 'secret-key' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Longer than any form of a key. */
const maxScannedLength = 10_000;

export const secretKeyWarning = t(
  'This is a secret key, not a signature. It was not sent, logged or saved. Clear it from your clipboard.',
);

/** Base58 of 64 bytes. */
export function parseSignature(input: string): ParsedSignature {
  const text = input.trim();
  if (text === '') return { kind: 'empty' };
  if (containsSecretKey(text.slice(0, maxScannedLength))) return { kind: 'secret-key' };
  const [strange] = /[^1-9A-HJ-NP-Za-km-z]/u.exec(text) ?? [];
  if (strange !== undefined) {
    const name = /\s/u.test(strange) ? t('a space') : `“${strange}”`;
    return invalid(t('A signature cannot contain {0}.', name));
  }
  // Limits the length, since decoding time is quadratic.
  const bytes = text.length > maxSignatureLength ? null : decodeBase58(text);
  if (bytes?.length === 32) return invalid(t('This is an address, not a signature.'));
  if (bytes?.length !== signatureBytes) {
    return invalid(t('Not a signature: it must have 87 or 88 characters.'));
  }
  return { kind: 'signature', signature: text };
}

const invalid = (reason: string): ParsedSignature => ({ kind: 'wrong', reason });
