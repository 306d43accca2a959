import { encodeBase58 } from '../base58.ts';

/** A read past the end returns `null` and ends the reading. */
export class InstructionDataReader {
  readonly #bytes: Buffer;
  #offset = 0;
  #isExhausted = false;

  constructor(data: Uint8Array) {
    this.#bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  }

  u8(): number | null {
    return this.#read(1, (at) => this.#bytes.readUInt8(at));
  }
  u32(): number | null {
    return this.#read(4, (at) => this.#bytes.readUInt32LE(at));
  }
  u64(): bigint | null {
    return this.#read(8, (at) => this.#bytes.readBigUInt64LE(at));
  }
  address(): string | null {
    return this.#read(32, (at) => encodeBase58(this.#bytes.subarray(at, at + 32)));
  }
  bytes(length: number): Uint8Array | null {
    return this.#read(length, (at) => this.#bytes.subarray(at, at + length));
  }

  #read<Value>(length: number, read: (at: number) => Value): Value | null {
    const at = this.#offset;
    if (this.#isExhausted || at + length > this.#bytes.length) {
      this.#isExhausted = true;
      return null;
    }
    this.#offset = at + length;
    return read(at);
  }
}
