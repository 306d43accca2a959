import { parseTransactionText } from '../../solana/landing/parseTransactions.ts';
import { verifySignatures } from '../../solana/verifySignatures.ts';
import { WireFormatError } from '../../solana/wireReader.ts';
import {
  decodeTransactionBytes,
  transactionSizeLimits,
  type WireTransaction,
} from '../../solana/wireTransaction.ts';
import { rpcErrorCodes } from '../sources/rpc/rpcError.ts';
import { LandingError } from './landingError.ts';

export interface SignedTransaction {
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
}

/** Throws a LandingError as a Solana node does for what is unreadable, too large or not signed. */
export function readSubmittedTransaction(text: string, encoding?: unknown): SignedTransaction {
  const request =
    encoding === 'base58' || encoding === 'base64'
      ? JSON.stringify({ method: 'sendTransaction', params: [text, { encoding }] })
      : text;
  const input = parseTransactionText(request);
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
  return readSignedTransaction(only.bytes);
}

export function readSignedTransaction(bytes: Uint8Array): SignedTransaction {
  const transaction = decodeBytes(bytes);
  const bad = verifySignatures(transaction).some(({ state }) => state !== 'valid');
  if (bad) {
    throw new LandingError(
      rpcErrorCodes.signatureFailure,
      'Transaction signature verification failure',
    );
  }
  return { bytes, transaction };
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
