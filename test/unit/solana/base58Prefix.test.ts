import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encodeBase58 } from '../../../src/solana/base58.ts';
import { Base58Prefix } from '../../../src/solana/base58Prefix.ts';

describe('A byte prefix', () => {
  const prefixBytes = fc.uint8Array({ minLength: 1, maxLength: 8 });
  const near = (prefix: Uint8Array) =>
    fc
      .tuple(
        fc.constantFrom(-1, 0, 0, 1),
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.uint8Array({ maxLength: 300, min: 0, max: 0 }),
          fc.uint8Array({ maxLength: 300, min: 255, max: 255 }),
        ),
      )
      .map(([off, rest]) => {
        const start = Uint8Array.from(prefix);
        start[start.length - 1] = (start.at(-1) ?? 0) + off;
        return Uint8Array.from([...start, ...rest]);
      });

  test('matches the Base58 of any bytes exactly if the bytes begin with it', () => {
    const cases = prefixBytes.chain((prefix) =>
      fc.tuple(
        fc.constant(prefix),
        fc.array(fc.oneof(near(prefix), fc.uint8Array({ maxLength: 40 })), { minLength: 1 }),
      ),
    );
    fc.assert(
      fc.property(cases, ([bytes, all]) => {
        const prefix = new Base58Prefix(bytes);
        for (const each of all) {
          const begins = bytes.every((byte, at) => each[at] === byte);
          assert.equal(prefix.startsBytes(each), begins);
          assert.equal(prefix.startsText(encodeBase58(each)), begins, encodeBase58(each));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('matches in texts longer than any transaction', () => {
    const prefix = new Base58Prefix(Uint8Array.of(9, 8));
    const long = new Uint8Array(4_000).fill(7);
    assert.equal(prefix.startsText(encodeBase58(long)), false);
    long.set([9, 8]);
    assert.equal(prefix.startsText(encodeBase58(long)), true);
  });
});
