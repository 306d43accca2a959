import { createPublicKey, verify } from 'node:crypto';
import { decodeBase58 } from './base58.ts';
import type { WireTransaction } from './wireTransaction.ts';

/** DER in front of a raw Ed25519 public key. */
const publicKeyHeader = Buffer.from('302a300506032b6570032100', 'hex');

export interface SignatureCheck {
  /** Address of the signer. */
  readonly signer: string;
  /** `missing`: all zeros, not signed yet. */
  readonly state: 'valid' | 'invalid' | 'missing';
}

/** Checks each signature of a transaction over its message. Never throws. */
export function verifySignatures(
  transaction: Pick<WireTransaction, 'signatures' | 'messageBytes' | 'staticKeys'>,
): SignatureCheck[] {
  return transaction.signatures.map((signature, index) => {
    const signer = transaction.staticKeys[index] ?? '';
    if (signature.every((byte) => byte === 0)) return { signer, state: 'missing' };
    return {
      signer,
      state: isSignedBy(signer, transaction.messageBytes, signature) ? 'valid' : 'invalid',
    };
  });
}

function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = decodeBase58(address);
  if (key?.length !== 32 || signature.length !== 64) return false;
  try {
    const publicKey = createPublicKey({
      key: Buffer.concat([publicKeyHeader, key]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, message, publicKey, signature);
  } catch {
    // A key that is no point on the curve signs nothing.
    return false;
  }
}
