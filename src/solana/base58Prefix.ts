import { decodeBase58, encodeBase58 } from './base58.ts';

/** Digits that are compared; texts that equal a bound in these are decoded. */
const comparedDigits = 16;
/** Longest text with cached bounds: longer data is rare, and bounds depend on the length. */
const maxComparedLength = 2_048;

/** Exclusive bounds. */
interface TextRange {
  readonly low: string;
  readonly high: string;
}

/**
 * Checks whether Base58 text decodes to bytes with a given prefix, without decoding, which takes
 * quadratic time. The alphabet is in character order, so texts of one length sort like their
 * numbers, and those with the same leading bytes form a range. Invalid Base58 may match as well.
 */
export class Base58Prefix {
  readonly #prefix: Uint8Array;
  /** By text length; `null` if no text of this length matches. */
  readonly #ranges = new Map<number, TextRange | null>();

  constructor(prefix: Uint8Array) {
    this.#prefix = prefix;
  }

  startsText(text: string): boolean {
    const { length } = text;
    // Leading zero bytes are not part of the number: each is encoded as the digit 1.
    const startsWithZero = this.#prefix[0] === 0;
    if (startsWithZero !== text.startsWith('1')) return false;
    if (startsWithZero || length > maxComparedLength) return this.#startsDecoded(text);
    let range = this.#ranges.get(length);
    if (range === undefined) {
      range = this.#rangeOf(length);
      this.#ranges.set(length, range);
    }
    if (range === null || text < range.low) return false;
    const head = text.slice(0, comparedDigits);
    if (head > range.high) return false;
    return head === range.low || head === range.high ? this.#startsDecoded(text) : true;
  }

  starts(data: Uint8Array | string): boolean {
    return typeof data === 'string' ? this.startsText(data) : this.startsBytes(data);
  }

  startsBytes(bytes: Uint8Array): boolean {
    return this.#prefix.every((byte, at) => bytes[at] === byte);
  }

  #startsDecoded(text: string): boolean {
    const bytes = decodeBase58(text);
    return bytes !== null && this.startsBytes(bytes);
  }

  /** At most one range per length: one more byte adds at least one digit. */
  #rangeOf(textLength: number): TextRange | null {
    const most = Math.ceil(textLength * bytesPerDigit) + 1;
    for (let length = Math.max(this.#prefix.length, most - 3); length <= most; length++) {
      const low = this.#filled(length, 0x00);
      const high = this.#filled(length, 0xff);
      if (low.length > textLength || high.length < textLength) continue;
      return {
        low: low.length < textLength ? '' : low.slice(0, comparedDigits),
        high: high.length > textLength ? beyondAllDigits : high.slice(0, comparedDigits),
      };
    }
    return null;
  }

  #filled(length: number, byte: number): string {
    const bytes = new Uint8Array(length).fill(byte);
    bytes.set(this.#prefix);
    return encodeBase58(bytes);
  }
}

const bytesPerDigit = Math.log(58) / Math.log(256);
const beyondAllDigits = '~';
