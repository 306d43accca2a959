const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const digitOf = new Int8Array(128).fill(-1);
for (const [digit, character] of [...alphabet].entries()) digitOf[character.charCodeAt(0)] = digit;

const bitsPerDigit = Math.log2(alphabet.length);
/** As many digits as a double holds exactly. */
const maxExactDigits = 8;
/** More than all that rounding adds up to, in bits. */
const roundingToleranceBits = 1e-6;

/**
 * How many bytes Base58 text stands for; `null` for text that is none. Answers hold thousands of
 * addresses, so the first digits decide where they can; only where they cannot, the time grows with
 * the square of the length.
 */
export function base58ByteLength(text: string): number | null {
  for (let at = 0; at < text.length; at++) if (digitAt(text, at) === -1) return null;
  let zeros = 0;
  while (zeros < text.length && digitAt(text, zeros) === 0) zeros++;
  const digits = text.length - zeros;
  if (digits === 0) return zeros;
  const taken = Math.min(maxExactDigits, digits);
  let first = 0;
  for (let at = zeros; at < zeros + taken; at++) {
    first = first * alphabet.length + digitAt(text, at);
  }
  const restBits = (digits - taken) * bitsPerDigit;
  const least = byteCountOfBits(Math.log2(first) + restBits - roundingToleranceBits);
  const most = byteCountOfBits(Math.log2(first + 1) + restBits + roundingToleranceBits);
  return zeros + (least === most ? least : countBytesExactly(text));
}

/** Bytes of a number of which the logarithm is known. */
const byteCountOfBits = (bits: number): number => Math.floor(Math.max(0, bits) / 8) + 1;

function countBytesExactly(text: string): number {
  let value = 0n;
  for (let at = 0; at < text.length; at++) value = value * 58n + BigInt(digitAt(text, at));
  return Math.ceil(value.toString(16).length / 2);
}

const digitAt = (text: string, at: number): number => digitOf[text.charCodeAt(at)] ?? -1;

/** Whether text is an address: Base58 of 32 bytes. Quick on text of any length. */
export const isAddress = (text: string): boolean =>
  text.length >= 32 && text.length <= 44 && base58ByteLength(text) === 32;
