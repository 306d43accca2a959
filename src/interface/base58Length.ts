const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * How many bytes Base58 text stands for; `null` for text that is none. For short text: the time
 * grows with the square of the length.
 */
export function base58Length(text: string): number | null {
  let value = 0n;
  let zeros = 0;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit === -1) return null;
    value = value * 58n + BigInt(digit);
    if (value === 0n) zeros++;
  }
  const digits = value === 0n ? 0 : value.toString(16).length;
  return zeros + Math.ceil(digits / 2);
}

/** Whether text is an address: Base58 of 32 bytes. Quick on text of any length. */
export const isAddress = (text: string): boolean =>
  text.length >= 32 && text.length <= 44 && base58Length(text) === 32;
