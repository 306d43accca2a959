import { walletTransactionsReturned } from '../../interface/limits.ts';
import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { Operations } from '../../interface/operations.ts';
import type { WalletTransaction } from '../../interface/walletTransactions.ts';
import { Conditions } from './conditions.ts';
import type { AnswerContext } from './context.ts';

/**
 * The wallets' last 50 transactions together, newest first, over all that the store holds one by
 * one: failures that were rolled up are no longer listed.
 */
export async function answerWalletTransactions(
  { store }: AnswerContext,
  { wallets, isSuccess }: ParametersOf<Operations['walletTransactions']>,
  { signal }: CallOptions = {},
): Promise<WalletTransaction[]> {
  if (wallets.length === 0) return [];
  const conditions = new Conditions(store.names)
    .isNamed('wallet', wallets)
    .is('is_success', isSuccess === undefined ? undefined : Number(isSuccess));
  const columns = await store.query(
    `SELECT is_success, wallet, signature, slot, time, base, fee_lamports, profits_usd,
            net_gains_sol
     FROM transactions WHERE ${conditions.sql}
     ORDER BY slot DESC, position DESC LIMIT ${walletTransactionsReturned}`,
    conditions.values,
    { signal },
  );
  return (columns[0] ?? []).map((_, row) => {
    const cell = (column: number): string => String(columns[column]?.[row]);
    return {
      isSuccess: cell(0) === '1',
      wallet: store.names.nameOf(Number(cell(1))),
      signature: cell(2),
      block_number: Number(cell(3)),
      timestamp: new Date(Number(cell(4)) * 1_000).toISOString(),
      mint: store.names.nameOf(Number(cell(5))),
      fees: BigInt(cell(6)),
      net_gains_usd: Number(cell(7)),
      net_gains_sol: Number(cell(8)),
    };
  });
}
