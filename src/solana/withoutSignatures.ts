import type { SigningState } from '../api/arbscope/simulate.ts';
import type { WireTransaction } from './wireTransaction.ts';

const signatureBytes = 64;

export interface SerializedTransaction {
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
}

/** Without them, the recipient cannot land the transaction. */
export function withoutSignatures({ bytes, transaction }: SerializedTransaction): Uint8Array {
  const { version, requiredSignatures } = transaction;
  const length = requiredSignatures * signatureBytes;
  // Version 1 has its signatures at the end, others after their one-byte count.
  const start = version === 1 ? bytes.length - length : 1;
  return Uint8Array.from(bytes).fill(0, start, start + length);
}

/** Signatures that are present; none is verified. */
export function signingState({ signatures }: WireTransaction): SigningState {
  const present = signatures.filter((signature) => signature.some((byte) => byte !== 0)).length;
  if (present === 0) return 'unsigned';
  return present === signatures.length ? 'signed' : 'partly-signed';
}
