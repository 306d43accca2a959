import { createPrivateKey, createPublicKey } from 'node:crypto';

/** Whether 64 bytes are a seed and its public key; for a signature, the chance is 1 in 2^256. */
export function isSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 64) return false;
  const second = base64Url(bytes.subarray(32));
  try {
    // Importing a JWK is several times faster than DER.
    const key = createPrivateKey({
      key: { kty: 'OKP', crv: 'Ed25519', d: base64Url(bytes.subarray(0, 32)), x: second },
      format: 'jwk',
    });
    // The exported x is derived from the seed, not from the given x.
    return key.export({ format: 'jwk' }).x === second;
  } catch {
    // Some implementations reject a mismatching x themselves.
    return false;
  }
}

/** DER prefix of a raw Ed25519 seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Some programs store only the seed. */
export function publicKeyFromSeed(seed: Uint8Array): Uint8Array {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}

const base64Url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
