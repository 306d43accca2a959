import { systemProgram } from '../../solana/knownPrograms.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';

const advanceNonceAccount = 4;

/** The nonce that a transaction begins with advancing; `null` for one with a blockhash. */
export function nonceOf({
  instructions,
  staticKeys,
}: WireTransaction): { readonly account: string; readonly authority: string } | null {
  const [first] = instructions;
  if (first === undefined || staticKeys[first.programIndex] !== systemProgram) return null;
  const { data, accountIndexes } = first;
  if (data.length !== 4 || Buffer.from(data).readUInt32LE(0) !== advanceNonceAccount) return null;
  const account = staticKeys[accountIndexes[0] ?? -1];
  const authority = staticKeys[accountIndexes[2] ?? -1];
  return account === undefined || authority === undefined ? null : { account, authority };
}
