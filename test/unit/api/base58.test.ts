import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import bs58 from 'bs58';
import { isAddress, keySize } from '../../../src/api/base58.ts';

describe('The size of a key', () => {
  it('is that of its bytes, including leading zeros', () => {
    for (let length = 0; length <= 70; length++) {
      const bytes = randomBytes(length);
      bytes.fill(0, 0, length % 5);
      const expected = length === 32 || length === 64 ? length : null;
      assert.equal(keySize(bs58.encode(bytes)), expected, String(length));
    }
  });

  it('is exact at the powers of 256, where the byte count changes', () => {
    for (let length = 30; length <= 66; length++) {
      const power = 256n ** BigInt(length);
      for (const value of [power - 2n, power - 1n, power, power + 1n]) {
        const hexadecimal = value.toString(16);
        const even = hexadecimal.length % 2 === 0 ? hexadecimal : `0${hexadecimal}`;
        const bytes = Buffer.from(even, 'hex');
        const expected = bytes.length === 32 || bytes.length === 64 ? bytes.length : null;
        assert.equal(keySize(bs58.encode(bytes)), expected);
      }
    }
  });
});

describe('An address', () => {
  it('is Base58 of 32 bytes, without other characters', () => {
    for (const bytes of [randomBytes(32), Buffer.alloc(32), Buffer.alloc(32, 255)]) {
      assert.ok(isAddress(bs58.encode(bytes)));
      assert.ok(!isAddress(` ${bs58.encode(bytes)}`));
    }
    for (const bytes of [randomBytes(31), randomBytes(33), randomBytes(64)]) {
      assert.ok(!isAddress(bs58.encode(bytes)));
    }
    for (const text of ['', 'O'.repeat(44), `${'4'.repeat(43)}l`, '4'.repeat(1_000_000)])
      assert.ok(!isAddress(text));
  });
});
