import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AddressCache } from '../../../src/solana/addressCache.ts';
import { encodeBase58 } from '../../../src/solana/base58.ts';

describe('The address cache', () => {
  test('returns the address of the bytes, however many share a slot and however often they recur', () => {
    const cache = new AddressCache();
    // Equal in the bytes that determine the slot.
    const alike = fc
      .uint8Array({ minLength: 18, maxLength: 18 })
      .map((middle) => Uint8Array.from([...new Uint8Array(8), ...middle, ...new Uint8Array(6)]));
    const any = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.array(fc.oneof(alike, any), { maxLength: 20 }), fc.nat(40), (all, offset) => {
        const bytes = Uint8Array.from([
          ...new Uint8Array(offset),
          ...all.flatMap((one) => [...one]),
        ]);
        for (let round = 0; round < 2; round++) {
          all.forEach((one, at) => {
            assert.equal(cache.addressAt(bytes, offset + at * 32), encodeBase58(one));
          });
        }
      }),
    );
  });
});
