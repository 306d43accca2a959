/** Base58 digits in the order of their values (Bitcoin's alphabet, as Solana uses). */
export const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const base58Pattern = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** 32 bytes: an address. 64 bytes: a signature or secret key. */
export type KeySize = 32 | 64;

/** Byte length of a Base58 text, found without decoding; `null` unless it is 32 or 64. */
export function keySize(text: string): KeySize | null {
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === zeroDigitCode) zeros++;
  const digits = zeros === 0 ? text : text.slice(zeros);
  if (fitsByteCount(digits, 32 - zeros)) return 32;
  return fitsByteCount(digits, 64 - zeros) ? 64 : null;
}

const zeroDigitCode = 49;

function fitsByteCount(digits: string, bytes: number): boolean {
  if (bytes <= 0) return bytes === 0 && digits === '';
  const { smallest, largest } = boundsOf(bytes);
  const { length } = digits;
  if (length < smallest.length || length > largest.length) return false;
  return (
    (length > smallest.length || digits >= smallest) &&
    (length < largest.length || digits <= largest)
  );
}

const boundsByByteCount: ReturnType<typeof computeBounds>[] = [];
const boundsOf = (bytes: number) => (boundsByByteCount[bytes] ??= computeBounds(bytes));

/** Base58 of the smallest and the largest number with this many bytes. */
const computeBounds = (bytes: number) => ({
  smallest: encodeNumber(256n ** BigInt(bytes - 1)),
  largest: encodeNumber(256n ** BigInt(bytes) - 1n),
});

function encodeNumber(value: bigint): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 58n) text = base58Alphabet[Number(rest % 58n)] + text;
  return text;
}

/** Whether text is an address: Base58 of 32 bytes. Fast for text of any length. */
export const isAddress = (text: string): boolean =>
  text.length >= 32 && text.length <= 44 && base58Pattern.test(text) && keySize(text) === 32;
