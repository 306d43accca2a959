import { t } from '@vscode/l10n';
import { encodeBase58 } from './base58.ts';

/** Bytes that are no transaction; the message says why, in words that follow "the transaction". */
export class WireFormatError extends Error {
  override readonly name = 'WireFormatError';

  static is(error: unknown): error is WireFormatError {
    return error instanceof WireFormatError;
  }
}

const keyBytes = 32;
const bitsPerByte = 7;
const more = 0x80;
const largestCount = 0xffff;

/** Takes bytes apart from their start; what is not there is a WireFormatError. */
export class WireReader {
  at = 0;
  /** What is said where the part that is being read ends before its content does. */
  truncated: string;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, truncated: string) {
    this.#bytes = bytes;
    this.truncated = truncated;
  }

  take(length: number): Uint8Array {
    const start = this.at;
    this.at += length;
    if (this.at > this.#bytes.length) throw new WireFormatError(this.truncated);
    return this.#bytes.subarray(start, this.at);
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new WireFormatError(this.truncated);
    this.at += 1;
    return byte;
  }

  u16(): number {
    return this.byte() | (this.byte() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  u64(): bigint {
    const low = BigInt(this.u32());
    return low | (BigInt(this.u32()) << 32n);
  }

  key(): string {
    return encodeBase58(this.take(keyBytes));
  }

  /** Up to three bytes of seven bits, the least significant first; in the shortest form alone. */
  count(): number {
    let value = 0;
    for (let shift = 0; shift < 3 * bitsPerByte; shift += bitsPerByte) {
      const byte = this.byte();
      value |= (byte & (more - 1)) << shift;
      if ((byte & more) !== 0) continue;
      if ((byte === 0 && shift > 0) || value > largestCount) break;
      return value;
    }
    throw new WireFormatError(t('is not in the form that its content encodes to'));
  }

  list<Item>(count: number, read: () => Item): Item[] {
    // Nothing takes less than a byte: room for more is not made.
    if (count > this.#bytes.length) throw new WireFormatError(this.truncated);
    return Array.from({ length: count }, read);
  }

  end(): void {
    const rest = this.#bytes.length - this.at;
    if (rest > 0) throw new WireFormatError(t('has {0} bytes after its end', rest));
  }
}
