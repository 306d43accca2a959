import { encodeBase58 } from '../base58.ts';

/** Sizes that mean something: an address, and a signature or secret key. */
type KeySize = 32 | 64;

interface Bounds {
  readonly smallest: string;
  readonly largest: string;
}

/** Base58 of the smallest and the largest number that takes so many bytes, by that count. */
const boundsByByteCount: readonly Bounds[] = Array.from({ length: 65 }, (_, bytes) => {
  const largest = new Uint8Array(bytes).fill(255);
  const smallest = new Uint8Array(bytes);
  smallest[0] = 1;
  return { smallest: encodeBase58(smallest), largest: encodeBase58(largest) };
});

/**
 * How many bytes Base58 text stands for, without decoding it: its alphabet is in the order of the
 * character codes, so numbers of one length compare as texts do. `null`: neither 32 nor 64.
 */
export function keySize(text: string): KeySize | null {
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === zeroDigitCode) zeros++;
  const digits = zeros === 0 ? text : text.slice(zeros);
  if (fitsByteCount(digits, 32 - zeros)) return 32;
  return fitsByteCount(digits, 64 - zeros) ? 64 : null;
}

const zeroDigitCode = 49;

function fitsByteCount(digits: string, bytes: number): boolean {
  const limits = bytes > 0 ? boundsByByteCount[bytes] : undefined;
  if (limits === undefined) return bytes === 0 && digits === '';
  const { smallest, largest } = limits;
  const { length } = digits;
  if (length < smallest.length || length > largest.length) return false;
  return (
    (length > smallest.length || digits >= smallest) &&
    (length < largest.length || digits <= largest)
  );
}
