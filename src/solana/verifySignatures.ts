import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { decodeBase58 } from './base58.ts';
import type { WireTransaction } from './wireTransaction.ts';

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export interface SignatureCheck {
  readonly signer: string;
  /** `missing`: all zeros, not signed yet. */
  readonly state: 'valid' | 'invalid' | 'missing';
}

/** Never throws. */
export function verifySignatures(
  transaction: Pick<WireTransaction, 'signatures' | 'messageBytes' | 'staticKeys'>,
): SignatureCheck[] {
  return transaction.signatures.map((signature, index) => {
    const signer = transaction.staticKeys[index] ?? '';
    if (signature.every((byte) => byte === 0)) return { signer, state: 'missing' };
    return {
      signer,
      state: verifySignature(signer, transaction.messageBytes, signature) ? 'valid' : 'invalid',
    };
  });
}

/** Creating a key takes as long as verifying with it, and the same wallets sign repeatedly. */
const publicKeyCache = new Map<string, KeyObject | null>();
const maxCachedKeys = 256;

function verifySignature(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  const publicKey = cachedPublicKey(address);
  if (publicKey === null) return false;
  try {
    return verify(null, message, publicKey, signature);
  } catch {
    return false;
  }
}

/** `null` for an address off the curve, which cannot sign. */
function cachedPublicKey(address: string): KeyObject | null {
  const known = publicKeyCache.get(address);
  if (known !== undefined) return known;
  if (publicKeyCache.size >= maxCachedKeys) publicKeyCache.clear();
  const key = createKey(address);
  publicKeyCache.set(address, key);
  return key;
}

function createKey(address: string): KeyObject | null {
  const key = decodeBase58(address);
  if (key?.length !== 32) return null;
  try {
    return createPublicKey({
      key: Buffer.concat([spkiPrefix, key]),
      format: 'der',
      type: 'spki',
    });
  } catch {
    return null;
  }
}
