import { type JsonInteger, toJsonInteger } from '../../../api/json.ts';

/** The message is for debugging only. */
export class GeyserFormatError extends Error {
  override readonly name = 'GeyserFormatError';

  static is(error: unknown): error is GeyserFormatError {
    return error instanceof GeyserFormatError;
  }
}

const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;
const twoTo32 = 2 ** 32;

/**
 * Does not copy: a block has tens of thousands of fields, and most are skipped. Every method throws
 * a GeyserFormatError for malformed bytes.
 */
export class ProtobufReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #offset: number;
  #wireType = 0;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#offset = start;
    this.#end = end;
  }

  /** 0 at the end of the message. */
  next(): number {
    if (this.#offset >= this.#end) return 0;
    const tag = this.#varint();
    this.#wireType = tag & 7;
    const field = Math.floor(tag / 8);
    if (field === 0 || field > 0x1fff_ffff) throw new GeyserFormatError('field-has-no-number');
    return field;
  }

  /** Exact, as `parseJson` returns the same number. */
  unsigned(): JsonInteger {
    this.#expect(wireTypes.varint);
    return this.#exactVarint();
  }

  /** Less than 2^53. */
  integer(): number {
    this.#expect(wireTypes.varint);
    const value = this.#varint();
    if (!Number.isSafeInteger(value)) throw new GeyserFormatError('number-is-too-large');
    return value;
  }

  boolean(): boolean {
    this.#expect(wireTypes.varint);
    return this.#varint() !== 0;
  }

  /** Packed or not. */
  unsignedInto(values: JsonInteger[]): void {
    if (this.#wireType === wireTypes.varint) {
      values.push(this.#exactVarint());
      return;
    }
    const end = this.#bytesEnd();
    while (this.#offset < end) values.push(this.#exactVarint());
    if (this.#offset > end) throw new GeyserFormatError('list-is-truncated');
  }

  /** Not a copy. */
  bytes(): Buffer {
    const end = this.#bytesEnd();
    const view = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return view;
  }

  text(): string {
    const end = this.#bytesEnd();
    const text = this.#bytes.toString('utf8', this.#offset, end);
    this.#offset = end;
    return text;
  }

  message(): ProtobufReader {
    const end = this.#bytesEnd();
    const reader = new ProtobufReader(this.#bytes, this.#offset, end);
    this.#offset = end;
    return reader;
  }

  skip(): void {
    switch (this.#wireType) {
      case wireTypes.varint:
        this.#varint();
        return;
      case wireTypes.fixed64:
        this.#advance(8);
        return;
      case wireTypes.bytes:
        this.#offset = this.#bytesEnd();
        return;
      case wireTypes.fixed32:
        this.#advance(4);
        return;
      default:
        throw new GeyserFormatError('field-has-an-unknown-type');
    }
  }

  #expect(wireType: number): void {
    if (this.#wireType !== wireType) throw new GeyserFormatError('field-has-another-type');
  }

  #advance(length: number): void {
    this.#offset += length;
    if (this.#offset > this.#end) throw new GeyserFormatError('field-is-truncated');
  }

  /** Returns the end offset. */
  #bytesEnd(): number {
    this.#expect(wireTypes.bytes);
    const length = this.#varint();
    const end = this.#offset + length;
    if (end > this.#end) throw new GeyserFormatError('field-is-truncated');
    return end;
  }

  #exactVarint(): JsonInteger {
    const start = this.#offset;
    const rounded = this.#varint();
    if (rounded <= Number.MAX_SAFE_INTEGER) return rounded;
    let exact = 0n;
    for (let at = this.#offset - 1; at >= start; at -= 1) {
      exact = (exact << 7n) | BigInt((this.#bytes[at] ?? 0) & 0x7f);
    }
    return toJsonInteger(BigInt.asUintN(64, exact));
  }

  /** Rounded above 2^53. */
  #varint(): number {
    const bytes = this.#bytes;
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte(bytes);
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low;
    }
    const fifth = this.#byte(bytes);
    low = (low | ((fifth & 0x0f) << 28)) >>> 0;
    let high = (fifth & 0x7f) >> 4;
    for (let shift = 3, more = fifth >= 0x80; more; shift += 7) {
      if (shift > 31) throw new GeyserFormatError('number-is-too-long');
      const byte = this.#byte(bytes);
      high = (high | ((byte & 0x7f) << shift)) >>> 0;
      more = byte >= 0x80;
    }
    return high * twoTo32 + low;
  }

  #byte(bytes: Buffer): number {
    if (this.#offset >= this.#end) throw new GeyserFormatError('number-is-truncated');
    return bytes[this.#offset++] ?? 0;
  }
}
