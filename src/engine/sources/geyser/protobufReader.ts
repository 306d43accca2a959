import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { type JsonInteger, toJsonInteger } from '../../../api/json.ts';

/** The message is for debugging only. */
export class GeyserFormatError extends Error {
  override readonly name = 'GeyserFormatError';

  static is(error: unknown): error is GeyserFormatError {
    return error instanceof GeyserFormatError;
  }
}

const readTag = (reader: BinaryReader) => reader.tag();
// The library's type includes texts, for platforms without bigint.
const readUint64 = (reader: BinaryReader) => BigInt(reader.uint64());
const readBoolean = (reader: BinaryReader) => reader.bool();
// A part of a Buffer is a Buffer, which the library's type does not say.
const readBytes = (reader: BinaryReader) => reader.bytes() as Buffer;
const readText = (reader: BinaryReader) => reader.string();

/**
 * Reads the fields of a message with their expected types, without copies. Every method throws a
 * GeyserFormatError for malformed bytes.
 */
export class ProtobufReader {
  readonly #reader: BinaryReader;
  #field = 0;
  #wireType = WireType.Varint;

  constructor(bytes: Buffer) {
    this.#reader = new BinaryReader(bytes);
  }

  /** 0 at the end of the message. */
  next(): number {
    if (this.#isAtEnd) return 0;
    [this.#field, this.#wireType] = this.#read(readTag);
    return this.#field;
  }

  /** Exact, as `parseJson` returns the same number. */
  unsigned(): JsonInteger {
    this.#expect(WireType.Varint);
    return toJsonInteger(this.#read(readUint64));
  }

  /** Less than 2^53. */
  integer(): number {
    const value = this.unsigned();
    if (typeof value === 'bigint') throw new GeyserFormatError('number-is-too-large');
    return value;
  }

  boolean(): boolean {
    this.#expect(WireType.Varint);
    return this.#read(readBoolean);
  }

  /** Packed or not. */
  unsignedInto(values: JsonInteger[]): void {
    if (this.#wireType === WireType.Varint) {
      values.push(this.unsigned());
      return;
    }
    const packed = this.message();
    while (!packed.#isAtEnd) values.push(packed.unsigned());
  }

  /** Not a copy. */
  bytes(): Buffer {
    this.#expect(WireType.LengthDelimited);
    return this.#read(readBytes);
  }

  text(): string {
    this.#expect(WireType.LengthDelimited);
    return this.#read(readText);
  }

  message(): ProtobufReader {
    return new ProtobufReader(this.bytes());
  }

  skip(): void {
    this.#read((reader) => reader.skip(this.#wireType, this.#field));
  }

  get #isAtEnd(): boolean {
    return this.#reader.pos >= this.#reader.len;
  }

  #expect(wireType: WireType): void {
    if (this.#wireType !== wireType) throw new GeyserFormatError('field-has-another-type');
  }

  #read<Value>(read: (reader: BinaryReader) => Value): Value {
    try {
      return read(this.#reader);
    } catch (cause) {
      throw new GeyserFormatError('message-is-malformed', { cause });
    }
  }
}
