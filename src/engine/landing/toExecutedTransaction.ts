import { type JsonInteger, toJsonInteger } from '../../api/json.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { checkFees } from '../../solana/landing/checkFees.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { RpcBlockTransaction, RpcMeta, RpcTokenBalance } from '../decode/rpcBlock.ts';
import { readTokenAccount } from './balanceChanges.ts';
import type { ExecutionResult } from './executionResult.ts';

export interface ExecutedTransactionOptions {
  readonly bytes: Uint8Array;
  readonly transaction: WireTransaction;
  readonly keys: readonly string[];
  readonly before: readonly (ChainAccount | null)[];
  readonly after: readonly (ChainAccount | null)[];
  readonly run: ExecutionResult;
  readonly decimalsOf: (mint: string) => number;
}

export function toExecutedTransaction(
  parts: ExecutedTransactionOptions,
): RpcBlockTransaction & { readonly meta: RpcMeta } {
  const { bytes, transaction, keys, before, after, run, decimalsOf } = parts;
  const own = transaction.staticKeys.length;
  const writable = transaction.lookups.reduce((sum, one) => sum + one.writableIndexes.length, 0);
  return {
    version: transaction.version,
    transaction: [Buffer.from(bytes).toString('base64'), 'base64'],
    meta: {
      err: run.error,
      fee: toJsonInteger(checkFees(transaction).feeLamports),
      computeUnitsConsumed: run.unitsConsumed,
      innerInstructions: run.innerInstructions,
      loadedAddresses: {
        writable: keys.slice(own, own + writable),
        readonly: keys.slice(own + writable),
      },
      logMessages: run.logs,
      preBalances: before.map(lamportsOf),
      postBalances: after.map(lamportsOf),
      preTokenBalances: tokenBalances(before, decimalsOf),
      postTokenBalances: tokenBalances(after, decimalsOf),
    },
  };
}

/** 0 if the account does not exist. */
export const lamportsOf = (account: ChainAccount | null): JsonInteger =>
  toJsonInteger(account?.lamports ?? 0n);

/** `accounts`: in the order of the keys. */
export const tokenBalances = (
  accounts: readonly (ChainAccount | null)[],
  decimalsOf: (mint: string) => number,
): RpcTokenBalance[] =>
  accounts.flatMap((account, accountIndex): RpcTokenBalance[] => {
    const token = readTokenAccount(account);
    if (token === null || account === null) return [];
    return [
      {
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        programId: account.owner,
        uiTokenAmount: { amount: String(token.amount), decimals: decimalsOf(token.mint) },
      },
    ];
  });
