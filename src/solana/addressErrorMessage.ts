import { t } from '@vscode/l10n';
import { decodeBase58 } from './base58.ts';
import { isSecretKey } from './secretKey.ts';

/** Nobody means an address by text that is longer. */
const maxTextLength = 200;

/** What is wrong with text that should be an address, in words; `null`: nothing. */
export function addressErrorMessage(text: string): string | null {
  if (text === '') return t('An address is missing.');
  if (text.length > maxTextLength)
    return t('{0} characters; an address has 32 to 44.', text.length);
  const at = text.search(/[^1-9A-HJ-NP-Za-km-z]/u);
  if (at >= 0) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    return /[0OIl]/.test(character)
      ? t(
          '“{0}” at character {1}: Base58 has no 0, O, I and l, because they look alike.',
          character,
          at + 1,
        )
      : t('“{0}” at character {1}: it is not one of the characters of Base58.', character, at + 1);
  }
  const bytes = decodeBase58(text);
  if (bytes === null) return t('Not Base58.');
  if (bytes.length === 32) return null;
  if (bytes.length === 64) {
    return isSecretKey(bytes)
      ? t('A secret key where an address should be.')
      : t('A signature (64 bytes) where an address (32 bytes) should be.');
  }
  const counts = [bytes.length, text.length] as const;
  return bytes.length > 32
    ? t('{0} bytes in {1} characters, too long: an address has 32 bytes.', ...counts)
    : t('{0} bytes in {1} characters, too short: an address has 32 bytes.', ...counts);
}
