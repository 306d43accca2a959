import { t } from '@vscode/l10n';
import { sanitizeText } from '../api/sanitizeText.ts';
import { encodeBase58 } from './base58.ts';

const utf8 = new TextDecoder('utf-8');

/** Little-endian. Throws a RangeError beyond the end, unless a subclass has its own error. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  get offset(): number {
    return this.#at;
  }

  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#advance(1));
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#advance(2));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#advance(4));
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#advance(8));
  }

  /** Any byte except 0 is true, as in the chain's programs. */
  bool(): boolean {
    return this.u8() !== 0;
  }

  bytes(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  address(): string {
    return encodeBase58(this.bytes(32));
  }

  /** `null` for 32 zeros, Token-2022's encoding of no address. */
  optionalAddress(): string | null {
    const bytes = this.bytes(32);
    return bytes.every((byte) => byte === 0) ? null : encodeBase58(bytes);
  }

  /** Length-prefixed; removes padding zeros and spaces. */
  text(charactersMaximum: number): string {
    return sanitizePadded(utf8.decode(this.bytes(this.u32())), charactersMaximum);
  }

  protected truncatedError(): Error {
    return new RangeError(t('the account is truncated'));
  }

  #advance(length: number): number {
    const start = this.#at;
    if (length > this.remaining) throw this.truncatedError();
    this.#at += length;
    return start;
  }
}

export const sanitizePadded = (text: string, charactersMaximum: number): string =>
  sanitizeText(text.replaceAll('\0', '').trim(), charactersMaximum);

/** `null` if the account's bytes do not match its layout. */
export function readOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
