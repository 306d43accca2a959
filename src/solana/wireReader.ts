import { t } from '@vscode/l10n';
import { formatCount } from '../api/format.ts';
import { ByteReader } from './byteReader.ts';

/** Bytes that are not a transaction; the message is phrased to follow "the transaction". */
export class WireFormatError extends Error {
  override readonly name = 'WireFormatError';

  static is(error: unknown): error is WireFormatError {
    return error instanceof WireFormatError;
  }
}

const bitsPerByte = 7;
const continuationBit = 0x80;
const maxCompactU16 = 0xffff;

/** Throws a WireFormatError if the bytes end early. */
export class WireReader extends ByteReader {
  /** Used if the part being read is truncated. */
  truncatedMessage: string;

  constructor(bytes: Uint8Array, truncated: string) {
    super(bytes);
    this.truncatedMessage = truncated;
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
    if (count > this.remaining) throw this.truncatedError();
    return Array.from({ length: count }, read);
  }

  expectEnd(): void {
    const rest = this.remaining;
    if (rest === 1) throw new WireFormatError(t('1 extra byte at the end'));
    if (rest > 1) throw new WireFormatError(t('{0} extra bytes at the end', formatCount(rest)));
  }

  protected override truncatedError(): Error {
    return new WireFormatError(this.truncatedMessage);
  }
}
