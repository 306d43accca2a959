import { createPrivateKey, createPublicKey } from 'node:crypto';

/** DER in front of a raw Ed25519 seed. */
const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Whether 64 bytes are a Solana secret key: a seed and the public key that follows from it. A
 * signature has the same length, and chance makes one look so only once in 2^256.
 */
export function isSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 64) return false;
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyHeader, bytes.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return publicKey.subarray(-32).equals(bytes.subarray(32));
}
