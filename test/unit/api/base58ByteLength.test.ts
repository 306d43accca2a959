import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import bs58 from 'bs58';
import { base58ByteLength, isAddress } from '../../../src/api/base58ByteLength.ts';

describe('The length of Base58 text', () => {
  it('is that of the bytes, zeros in front among them', () => {
    for (let length = 0; length <= 64; length++) {
      const bytes = randomBytes(length);
      bytes.fill(0, 0, length % 5);
      assert.equal(base58ByteLength(bs58.encode(bytes)), length);
    }
  });

  it('is exact around powers of 256, where one more needs another byte', () => {
    for (let length = 1; length <= 40; length++) {
      const power = 256n ** BigInt(length);
      for (const value of [power - 2n, power - 1n, power, power + 1n]) {
        const hexadecimal = value.toString(16);
        const even = hexadecimal.length % 2 === 0 ? hexadecimal : `0${hexadecimal}`;
        const bytes = Buffer.from(even, 'hex');
        assert.equal(base58ByteLength(bs58.encode(bytes)), bytes.length);
      }
    }
  });

  it('is unknown for text with other characters', () => {
    for (const text of ['0', 'O', 'I', 'l', 'ab c', 'é'])
      assert.equal(base58ByteLength(text), null);
  });
});

describe('An address', () => {
  it('is Base58 of 32 bytes, with nothing around it', () => {
    for (const bytes of [randomBytes(32), Buffer.alloc(32), Buffer.alloc(32, 255)]) {
      assert.ok(isAddress(bs58.encode(bytes)));
      assert.ok(!isAddress(` ${bs58.encode(bytes)}`));
    }
    for (const bytes of [randomBytes(31), randomBytes(33), randomBytes(64)]) {
      assert.ok(!isAddress(bs58.encode(bytes)));
    }
    for (const text of ['', 'O'.repeat(44), '4'.repeat(1_000_000)]) assert.ok(!isAddress(text));
  });
});
