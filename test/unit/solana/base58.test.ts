import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import bs58 from 'bs58';
import fc from 'fast-check';
import { decodeBase58, encodeBase58, maxBase58Length } from '../../../src/solana/base58.ts';

const leadingZeros = (bytes: fc.Arbitrary<Uint8Array>) =>
  fc
    .tuple(fc.integer({ min: 0, max: 40 }), bytes)
    .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest]));

const ofLength = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

const plain = (bytes: Uint8Array | null) => (bytes === null ? null : [...bytes]);

describe('Base58', () => {
  for (const [what, bytes] of [
    ['addresses', ofLength(32)],
    ['signatures', ofLength(64)],
    ['any bytes', leadingZeros(fc.uint8Array({ maxLength: 200 }))],
    [
      'addresses that begin with zeros',
      leadingZeros(fc.uint8Array({ maxLength: 32 })).map((all) => all.slice(0, 32)),
    ],
    ['bytes at the edges of limbs', fc.uint8Array({ maxLength: 80, min: 254, max: 255 })],
  ] as const) {
    test(`${what} encode and decode as in the reference library`, () => {
      fc.assert(
        fc.property(bytes, (value) => {
          const text = bs58.encode(value);
          assert.equal(encodeBase58(value), text);
          assert.deepEqual(plain(decodeBase58(text)), [...value]);
        }),
        { numRuns: 500 },
      );
    });
  }

  test('accepts and rejects any text like the reference library', () => {
    const reference = (text: string) => {
      try {
        return [...bs58.decode(text)];
      } catch {
        return null;
      }
    };
    const nearly = fc.string({
      unit: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl +é'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        // bs58 drops a leading space; this decoder rejects it.
        if (text.startsWith(' ')) assert.equal(decodeBase58(text), null);
        else assert.deepEqual(plain(decodeBase58(text)), reference(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('encodes and decodes a long transaction completely', () => {
    const bytes = Uint8Array.from({ length: 10_240 }, (_, index) => (index * 31 + 7) & 0xff);
    const text = encodeBase58(bytes);
    assert.equal(text.length > 8_192, true);
    assert.deepEqual(plain(decodeBase58(text)), [...bytes]);
  });

  test('rejects text longer than any transaction immediately', () => {
    assert.equal(decodeBase58('z'.repeat(maxBase58Length + 1)), null);
    assert.equal(decodeBase58('z'.repeat(50_000_000)), null);
  });

  test('decodes empty text to no bytes', () => {
    assert.deepEqual(plain(decodeBase58('')), []);
    assert.equal(encodeBase58(new Uint8Array()), '');
  });
});
