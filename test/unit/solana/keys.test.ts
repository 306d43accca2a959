import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { address, getAddressDecoder, isOffCurveAddress } from '@solana/kit';
import fc from 'fast-check';
import { decodeBase58 } from '../../../src/solana/base58.ts';
import { isOnCurve } from '../../../src/solana/isOnCurve.ts';
import { isSecretKey } from '../../../src/solana/secretKey.ts';
import { tipProviderByAccount } from '../../../src/solana/tipAccounts.ts';

const secretKey = (): Uint8Array => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return Buffer.concat([
    privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  ]);
};

describe('A secret key', () => {
  test('is recognised', () => {
    for (let run = 0; run < 20; run++) assert.equal(isSecretKey(secretKey()), true);
  });

  test('is distinguished from a signature, which has the same length', () => {
    for (let run = 0; run < 20; run++) assert.equal(isSecretKey(randomBytes(64)), false);
    assert.equal(isSecretKey(new Uint8Array(64)), false);
  });

  test('is not recognised in bytes of another length', () => {
    assert.equal(isSecretKey(secretKey().subarray(0, 63)), false);
    assert.equal(isSecretKey(secretKey().subarray(0, 32)), false);
    assert.equal(isSecretKey(new Uint8Array()), false);
  });
});

describe('An address', () => {
  test('on the curve is distinguished from a program-derived address', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = getAddressDecoder().decode(bytes);
        assert.equal(isOnCurve(bytes), !isOffCurveAddress(address(text)));
      }),
    );
  });

  test('of a key pair is on the curve', () => {
    assert.equal(isOnCurve(secretKey().subarray(32)), true);
    const tipAccount =
      [...tipProviderByAccount].find(([, provider]) => provider === 'ZEROSLOT')?.[0] ?? '';
    assert.equal(
      isOnCurve(decodeBase58(tipAccount) ?? new Uint8Array()),
      !isOffCurveAddress(address(tipAccount)),
    );
  });

  test('of any length but 32 bytes is invalid', () => {
    assert.equal(isOnCurve(new Uint8Array(31)), false);
  });
});
