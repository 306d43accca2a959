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

describe('parseSignature', () => {
  it('accepts surrounding white space', () => {
    assert.deepEqual(parseSignature(` ${signature}\n`), { kind: 'signature', signature });
    const zeros = '1'.repeat(64);
    assert.deepEqual(parseSignature(zeros), { kind: 'signature', signature: zeros });
  });

  it('accepts empty input', () => assert.deepEqual(parseSignature('  '), { kind: 'empty' }));

  it('rejects other text with the reason', () => {
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

  it('rejects a huge text instantly', () => {
    assert.match(reasonOf('2'.repeat(5_000_000)), /87 or 88 characters/);
  });

  it('detects a secret key, in Base58 or as the list of a key file', () => {
    const key = secretKey();
    assert.deepEqual(parseSignature(bs58.encode(key)), { kind: 'secret-key' });
    assert.deepEqual(parseSignature(JSON.stringify([...key])), { kind: 'secret-key' });
  });

  it('accepts 64 bytes whose second half is not the public key of the first', () => {
    const key = secretKey();
    key[63] = (key[63] ?? 0) ^ 1;
    assert.equal(parseSignature(bs58.encode(key)).kind, 'signature');
  });
});

describe('The JSON of a response', () => {
  it('contains raw amounts as integers with every digit', () => {
    const json = responseJson({ fees: 18_446_744_073_709_551_615n, net_gains_usd: 1.5, bot: null });
    assert.equal(
      json,
      '{\n  "fees": 18446744073709551615,\n  "net_gains_usd": 1.5,\n  "bot": null\n}\n',
    );
  });
});
