import { decodeBase58 } from './base58.ts';
import { isSecretKey } from './secretKey.ts';

/** Nobody means an address by text that is longer. */
const longest = 200;

/** What is wrong with text that should be an address, in words; `null`: nothing. */
export function addressFault(text: string): string | null {
  if (text === '') return 'An address is missing.';
  if (text.length > longest) return `${text.length} characters; an address has 32 to 44.`;
  const at = text.search(/[^1-9A-HJ-NP-Za-km-z]/u);
  if (at >= 0) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const why = /[0OIl]/.test(character)
      ? 'Base58 has no 0, O, I and l, because they look alike'
      : 'it is not one of the characters of Base58';
    return `“${character}” at character ${at + 1}: ${why}.`;
  }
  const bytes = decodeBase58(text);
  if (bytes === null) return 'Not Base58.';
  if (bytes.length === 32) return null;
  if (bytes.length === 64) {
    return isSecretKey(bytes)
      ? 'A secret key where an address should be.'
      : 'A signature (64 bytes) where an address (32 bytes) should be.';
  }
  const excess = bytes.length > 32 ? 'too long' : 'too short';
  return `${bytes.length} bytes in ${text.length} characters, ${excess}: an address has 32 bytes.`;
}
