import type { SignedTransaction } from '../chain/readSignedTransaction.ts';

const signatureBytes = 64;

/** The transaction as it was before anybody signed it: whoever gets it cannot land it. */
export function withoutSignatures({ bytes, transaction }: SignedTransaction): Uint8Array {
  const { version, requiredSignatures } = transaction;
  const length = requiredSignatures * signatureBytes;
  // Version 1 has its signatures last, the others behind their number, which is one byte.
  const start = version === 1 ? bytes.length - length : 1;
  return Uint8Array.from(bytes).fill(0, start, start + length);
}
