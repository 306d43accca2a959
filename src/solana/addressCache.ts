import { encodeBase58 } from './base58.ts';

export const addressBytes = 32;
/** A power of two. Enough for the programs, mints and pools that recur in most blocks. */
const slots = 8_192;

/**
 * Caches Base58 addresses by their bytes, so that a lookup creates no string. Each address maps to
 * one slot, which the latest address occupies.
 */
export class AddressCache {
  readonly #bytes = new Uint8Array(slots * addressBytes);
  readonly #addresses: (string | undefined)[] = new Array<undefined>(slots).fill(undefined);

  /** The caller guarantees the length. */
  addressAt(bytes: Uint8Array, start: number): string {
    const slot = slotOf(bytes, start);
    const known = this.#addresses[slot];
    if (known !== undefined && this.#holds(slot, bytes, start)) return known;
    const raw = bytes.subarray(start, start + addressBytes);
    const address = encodeBase58(raw);
    this.#bytes.set(raw, slot * addressBytes);
    this.#addresses[slot] = address;
    return address;
  }

  #holds(slot: number, bytes: Uint8Array, start: number): boolean {
    const from = slot * addressBytes;
    for (let at = 0; at < addressBytes; at++) {
      if (this.#bytes[from + at] !== bytes[start + at]) return false;
    }
    return true;
  }
}

/** Hashes bytes from both ends, because vanity addresses share one end. */
function slotOf(bytes: Uint8Array, start: number): number {
  let hash = 0;
  for (let at = 2; at < 8; at++) hash = Math.imul(hash ^ (bytes[start + at] ?? 0), 0x01000193);
  for (let at = 26; at < 32; at++) hash = Math.imul(hash ^ (bytes[start + at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) & (slots - 1);
}
