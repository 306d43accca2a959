import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import bs58 from 'bs58';
import { responseJson } from '../../../src/extension/ui/responseJson.ts';
import { parseSignature } from '../../../src/solana/parseSignature.ts';

const signature =
  '4ijsPheC5WXMhXNHDg2NWGqZXSx3QVLQoPFNyUFqE5wnh1TcyEUgmVATGq3GsXgEAJLbBBwKb7rBCwTJvzbuE6TZ';

function secretKey(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return Buffer.concat([seed, publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

function reasonOf(text: string): string {
  const read = parseSignature(text);
  assert.equal(read.kind, 'wrong', text);
  return read.kind === 'wrong' ? read.reason : '';
}

describe('Input for a signature', () => {
  it('is accepted with any white space around it', () => {
    assert.deepEqual(parseSignature(` ${signature}\n`), { kind: 'signature', signature });
    const zeros = '1'.repeat(64);
    assert.deepEqual(parseSignature(zeros), { kind: 'signature', signature: zeros });
  });

  it('may be empty', () => assert.deepEqual(parseSignature('  '), { kind: 'empty' }));

  it('is rejected with what is wrong with it', () => {
    assert.match(reasonOf(`0${signature}`), /cannot contain “0”/);
    assert.match(reasonOf(`${signature} x`), /a space/);
    assert.match(reasonOf(`${signature.slice(0, 5)}😀`), /“😀”/u);
    assert.match(
      reasonOf(signature.slice(0, 40)),
      /Not a signature: it must have 87 or 88 characters/,
    );
    assert.match(reasonOf('So11111111111111111111111111111111111111112'), /an address/);
    assert.match(reasonOf(signature + signature), /87 or 88 characters/);
    assert.match(reasonOf('z'.repeat(88)), /Not a signature: it must have 87 or 88 characters/);
  });

  it('is checked instantly even when it is huge', () => {
    assert.match(reasonOf('2'.repeat(5_000_000)), /87 or 88 characters/);
  });

  it('is never accepted when it is a secret key, in Base58 or as the list of a key file', () => {
    const key = secretKey();
    assert.deepEqual(parseSignature(bs58.encode(key)), { kind: 'secret-key' });
    assert.deepEqual(parseSignature(JSON.stringify([...key])), { kind: 'secret-key' });
  });

  it('is a signature when its second half does not follow from the first', () => {
    const key = secretKey();
    key[63] = (key[63] ?? 0) ^ 1;
    assert.equal(parseSignature(bs58.encode(key)).kind, 'signature');
  });
});

describe('The JSON of a response', () => {
  it('has raw amounts as integers with every digit', () => {
    const json = responseJson({ fees: 18_446_744_073_709_551_615n, net_gains_usd: 1.5, bot: null });
    assert.equal(
      json,
      '{\n  "fees": 18446744073709551615,\n  "net_gains_usd": 1.5,\n  "bot": null\n}\n',
    );
  });
});
