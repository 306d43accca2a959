import { t } from '@vscode/l10n';
import { formatCount } from '../api/format.ts';
import { encodeBase58 } from './base58.ts';

/** Bytes that are not a transaction; the message is phrased to follow "the transaction". */
export class WireFormatError extends Error {
  override readonly name = 'WireFormatError';

  static is(error: unknown): error is WireFormatError {
    return error instanceof WireFormatError;
  }
}

const keyBytes = 32;
const bitsPerByte = 7;
const continuationBit = 0x80;
const maxCompactU16 = 0xffff;

/** Throws a WireFormatError if the bytes end early. */
export class WireReader {
  offset = 0;
  /** Used if the part being read is truncated. */
  truncatedMessage: string;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, truncated: string) {
    this.#bytes = bytes;
    this.truncatedMessage = truncated;
  }

  readBytes(length: number): Uint8Array {
    const start = this.offset;
    this.offset += length;
    if (this.offset > this.#bytes.length) throw new WireFormatError(this.truncatedMessage);
    return this.#bytes.subarray(start, this.offset);
  }

  u8(): number {
    const byte = this.#bytes[this.offset];
    if (byte === undefined) throw new WireFormatError(this.truncatedMessage);
    this.offset += 1;
    return byte;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  u64(): bigint {
    const low = BigInt(this.u32());
    return low | (BigInt(this.u32()) << 32n);
  }

  publicKey(): string {
    return encodeBase58(this.readBytes(keyBytes));
  }

  /** Compact-u16: up to three 7-bit groups, least significant first; only the shortest form. */
  compactU16(): number {
    let value = 0;
    for (let shift = 0; shift < 3 * bitsPerByte; shift += bitsPerByte) {
      const byte = this.u8();
      value |= (byte & (continuationBit - 1)) << shift;
      if ((byte & continuationBit) !== 0) continue;
      if ((byte === 0 && shift > 0) || value > maxCompactU16) break;
      return value;
    }
    throw new WireFormatError(t('Non-canonical encoding'));
  }

  array<Item>(count: number, read: () => Item): Item[] {
    // An entry takes at least a byte, so reject larger counts before allocating.
    if (count > this.#bytes.length) throw new WireFormatError(this.truncatedMessage);
    return Array.from({ length: count }, read);
  }

  expectEnd(): void {
    const rest = this.#bytes.length - this.offset;
    if (rest === 1) throw new WireFormatError(t('1 extra byte at the end'));
    if (rest > 1) throw new WireFormatError(t('{0} extra bytes at the end', formatCount(rest)));
  }
}
