import { decodeBase58, encodeBase58 } from './base58.ts';

/** Texts of one length are compared by so many digits; those that are alike in them are decoded. */
const comparedDigits = 16;
/** Longest text whose bounds are worth making: longer data is rare, and bounds differ by length. */
const maxComparedLength = 2_048;

/** Texts between these two, exclusive, stand for bytes that begin with the prefix. */
interface TextRange {
  readonly low: string;
  readonly high: string;
}

/**
 * Tells whether Base58 text stands for bytes that begin with some others, without decoding it, which
 * takes a time that grows with the square of its length. The alphabet is in the order of its
 * characters, so texts of one length are in the order of their numbers, and those of bytes that
 * begin alike lie between two texts. What is no Base58 at all may be taken for such a text.
 */
export class Base58Prefix {
  readonly #prefix: Uint8Array;
  /** By length of the text; `null`: no such text has this length. */
  readonly #ranges = new Map<number, TextRange | null>();

  constructor(prefix: Uint8Array) {
    this.#prefix = prefix;
  }

  startsText(text: string): boolean {
    const { length } = text;
    // Leading zeros are no part of the number: each is a digit 0 of its own.
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

  /** Whether bytes, or those that Base58 stands for, begin with the prefix. */
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

  /** There is one at most: with one byte more, numbers of this prefix have a digit more at least. */
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
