import { t } from '@vscode/l10n';
import { formatCount } from '../api/format.ts';
import { decodeBase58 } from './base58.ts';
import { isSecretKey } from './secretKey.ts';

/** Longer text is not meant as an address. */
const maxTextLength = 200;

/** `null` if it is an address. */
export function addressErrorMessage(text: string): string | null {
  if (text === '') return t('Address missing.');
  if (text.length > maxTextLength) {
    return t('Not an address: {0} characters instead of 32 to 44.', formatCount(text.length));
  }
  const at = text.search(/[^1-9A-HJ-NP-Za-km-z]/u);
  if (at >= 0) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    return /[0OIl]/.test(character)
      ? t(
          'Not an address: “{0}” at position {1}. Base58 excludes 0, O, I and l.',
          character,
          at + 1,
        )
      : t('Not an address: “{0}” at position {1} is not Base58.', character, at + 1);
  }
  const bytes = decodeBase58(text) ?? new Uint8Array();
  if (bytes.length === 32) return null;
  if (bytes.length === 64) {
    return isSecretKey(bytes)
      ? t('Secret key in place of an address.')
      : t('Signature (64 bytes) in place of an address (32 bytes).');
  }
  return t('Not an address: decoded size is {0} instead of 32 bytes.', bytes.length);
}
