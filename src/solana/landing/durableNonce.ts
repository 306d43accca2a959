import { systemProgram } from '../knownPrograms.ts';
import { isWritable, type WireTransaction } from '../wireTransaction.ts';
import { type ChainAccount, parseNonceAccount } from './chainAccounts.ts';
import type { LifetimeFacts } from './checkFacts.ts';

const advanceNonceAccountTag = 4;

export interface DurableNonce {
  readonly account: string;
  readonly authority: string;
}

/** Of the first instruction; `null` for a transaction with a blockhash. */
export function findDurableNonce(transaction: WireTransaction): DurableNonce | null {
  const { instructions, staticKeys } = transaction;
  const [first] = instructions;
  if (first === undefined || staticKeys[first.programIndex] !== systemProgram) return null;
  const { data, accountIndexes } = first;
  if (data.length < 4 || Buffer.from(data).readUInt32LE(0) !== advanceNonceAccountTag) return null;
  const at = accountIndexes[0] ?? -1;
  const account = staticKeys[at];
  const authority = staticKeys[accountIndexes[2] ?? -1];
  if (account === undefined || authority === undefined || !isWritable(transaction, at)) return null;
  return { account, authority };
}

export function nonceFacts(
  account: ChainAccount | null,
): Extract<LifetimeFacts, { readonly kind: 'nonce' }> {
  const held = account === null ? null : parseNonceAccount(account);
  return { kind: 'nonce', nonce: held?.nonce ?? null, authority: held?.authority ?? null };
}
