import type { SignedTransaction } from '../chain/readSignedTransaction.ts';

const signatureBytes = 64;

/** Without them, the recipient cannot land the transaction. */
export function withoutSignatures({ bytes, transaction }: SignedTransaction): Uint8Array {
  const { version, requiredSignatures } = transaction;
  const length = requiredSignatures * signatureBytes;
  // Version 1 has its signatures at the end, others after their one-byte count.
  const start = version === 1 ? bytes.length - length : 1;
  return Uint8Array.from(bytes).fill(0, start, start + length);
}
