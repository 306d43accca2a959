import { createPrivateKey, createPublicKey } from 'node:crypto';

/** Whether 64 bytes are a seed and its public key; a signature looks so once in 2^256. */
export function isSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 64) return false;
  const second = base64Url(bytes.subarray(32));
  try {
    // As a JSON web key it is read several times as fast as in DER, for which a parser is chosen.
    const key = createPrivateKey({
      key: { kty: 'OKP', crv: 'Ed25519', d: base64Url(bytes.subarray(0, 32)), x: second },
      format: 'jwk',
    });
    // What is exported follows from the seed, whatever was said about it.
    return key.export({ format: 'jwk' }).x === second;
  } catch {
    // An implementation that compares the two by itself.
    return false;
  }
}

/** DER in front of a raw Ed25519 seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The public key of a seed of 32 bytes: of the half of a secret key that some programs keep alone. */
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
