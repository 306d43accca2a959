import { ByteReader } from '../byteReader.ts';

/** A read past the end returns `null` and ends the reading. */
export class InstructionDataReader {
  readonly #reader: ByteReader;
  #isExhausted = false;

  constructor(data: Uint8Array) {
    this.#reader = new ByteReader(data);
  }

  u8(): number | null {
    return this.#read(1, () => this.#reader.u8());
  }
  u32(): number | null {
    return this.#read(4, () => this.#reader.u32());
  }
  u64(): bigint | null {
    return this.#read(8, () => this.#reader.u64());
  }
  address(): string | null {
    return this.#read(32, () => this.#reader.address());
  }
  bytes(length: number): Uint8Array | null {
    return this.#read(length, () => this.#reader.bytes(length));
  }

  #read<Value>(length: number, read: () => Value): Value | null {
    this.#isExhausted ||= length > this.#reader.remaining;
    return this.#isExhausted ? null : read();
  }
}
