import { decodeBase58 } from './base58.ts';
import { isSecretKey } from './secretKey.ts';

export const signatureBytes = 64;
export const maxSignatureLength = 88;

/** Whether a text is Base58 of 64 bytes that are not a secret key. */
export function isSignature(text: string): boolean {
  // Limits the length, since decoding time is quadratic.
  const bytes = text.length > maxSignatureLength ? null : decodeBase58(text);
  return bytes?.length === signatureBytes && !isSecretKey(bytes);
}
