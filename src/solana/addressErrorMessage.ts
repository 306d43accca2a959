import { t } from '@vscode/l10n';
import { decodeBase58 } from './base58.ts';
import { isSecretKey } from './secretKey.ts';

/** Nobody means an address by text that is longer. */
const maxTextLength = 200;

/** What is wrong with text that should be an address, in words; `null`: nothing. */
export function addressErrorMessage(text: string): string | null {
  if (text === '') return t('Enter an address.');
  if (text.length > maxTextLength)
    return t('{0} characters. Addresses have 32 to 44.', text.length);
  const at = text.search(/[^1-9A-HJ-NP-Za-km-z]/u);
  if (at >= 0) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    return /[0OIl]/.test(character)
      ? t('“{0}” at character {1}: Base58 has no 0, O, I or l.', character, at + 1)
      : t('“{0}” at character {1} is not Base58.', character, at + 1);
  }
  const bytes = decodeBase58(text);
  if (bytes === null) return t('Not Base58.');
  if (bytes.length === 32) return null;
  if (bytes.length === 64) {
    return isSecretKey(bytes)
      ? t('Secret key instead of an address.')
      : t('Signature (64 bytes) instead of an address (32 bytes).');
  }
  const counts = [bytes.length, text.length] as const;
  return bytes.length > 32
    ? t('{0} bytes in {1} characters, too long: an address has 32 bytes.', ...counts)
    : t('{0} bytes in {1} characters, too short: an address has 32 bytes.', ...counts);
}
