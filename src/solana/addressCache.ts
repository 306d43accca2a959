import { encodeAddress } from './encodeAddress.ts';

const addressBytes = 32;
/** A power of two. Enough for the programs, mints and pools that come again in most blocks. */
const slots = 8_192;

/**
 * Addresses that were written in Base58 before, found by their bytes. Each address has one slot,
 * which the last that needs it takes: no bytes are copied into a text only to look it up.
 */
export class AddressCache {
  readonly #bytes = new Uint8Array(slots * addressBytes);
  readonly #addresses: (string | undefined)[] = new Array<undefined>(slots).fill(undefined);

  /** The address of 32 bytes from `start`; all of them are there. */
  addressAt(bytes: Uint8Array, start: number): string {
    const slot = slotOf(bytes, start);
    const known = this.#addresses[slot];
    if (known !== undefined && this.#holds(slot, bytes, start)) return known;
    const raw = bytes.subarray(start, start + addressBytes);
    const address = encodeAddress(raw);
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

/** Out of bytes at both ends: addresses that people chose are alike at one of them. */
function slotOf(bytes: Uint8Array, start: number): number {
  let hash = 0;
  for (let at = 2; at < 8; at++) hash = Math.imul(hash ^ (bytes[start + at] ?? 0), 0x01000193);
  for (let at = 26; at < 32; at++) hash = Math.imul(hash ^ (bytes[start + at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) & (slots - 1);
}
