import { parseEncodedTransaction } from '../../solana/landing/parseTransactions.ts';
import { verifySignatures } from '../../solana/verifySignatures.ts';
import { WireFormatError } from '../../solana/wireReader.ts';
import {
  decodeTransactionBytes,
  transactionSizeLimits,
  type WireTransaction,
} from '../../solana/wireTransaction.ts';
import { LandingError } from '../rpc/landingError.ts';
import { rpcErrorCodes } from '../rpc/rpcError.ts';

export interface SignedTransaction {
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
}

/** Signed or not. Throws a LandingError with a Solana node's code if unreadable or too large. */
export function readTransactionText(text: string, encoding?: unknown): SignedTransaction {
  const input = parseEncodedTransaction(text, encoding);
  if (input.kind === 'secret-key') {
    throw invalid('invalid transaction: this is a secret key; it was not kept');
  }
  if (input.kind !== 'transactions') {
    throw invalid(`invalid transaction: ${input.kind === 'wrong' ? input.reason : 'it is empty'}`);
  }
  const [only, more] = input.transactions;
  if (only === undefined || more !== undefined) {
    throw invalid('invalid transaction: one at a time');
  }
  return { bytes: only.bytes, transaction: decodeBytes(only.bytes) };
}

/** Like `readTransactionText`; also throws for unsigned transactions. */
export const readSubmittedTransaction = (text: string, encoding?: unknown): SignedTransaction =>
  verified(readTransactionText(text, encoding));

export const readSignedTransaction = (bytes: Uint8Array): SignedTransaction =>
  verified({ bytes, transaction: decodeBytes(bytes) });

function verified(signed: SignedTransaction): SignedTransaction {
  const bad = verifySignatures(signed.transaction).some(({ state }) => state !== 'valid');
  if (bad) {
    throw new LandingError(
      rpcErrorCodes.signatureFailure,
      'Transaction signature verification failure',
    );
  }
  return signed;
}

function decodeBytes(bytes: Uint8Array): WireTransaction {
  const isVersion1 = bytes[0] === 0x81;
  const limit = transactionSizeLimits[isVersion1 ? 1 : 0];
  if (bytes.length > limit) {
    throw invalid(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${limit} bytes)`,
    );
  }
  try {
    return decodeTransactionBytes(bytes);
  } catch (error) {
    if (!WireFormatError.is(error)) throw error;
    throw invalid(
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${error.message}`,
    );
  }
}

const invalid = (message: string) => new LandingError(rpcErrorCodes.invalidParams, message);

/** Reads a Base64 message as an unsigned transaction. Throws a LandingError. */
export function readMessage(text: string): WireTransaction {
  const message = Buffer.from(text, 'base64');
  const first = message[0] ?? 0;
  const isVersion1 = first === 0x81;
  const signers = message[first >= 0x80 ? 1 : 0] ?? 0;
  const signatures = new Uint8Array(64 * signers);
  // Version 1 has its signatures at the end, and their count only in the message.
  return decodeBytes(
    Uint8Array.from(
      isVersion1 ? [...message, ...signatures] : [signers, ...signatures, ...message],
    ),
  );
}
