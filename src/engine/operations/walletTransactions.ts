import type { ParametersOf } from '../../api/defineOperation.ts';
import { maxWalletTransactions } from '../../api/limits.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import type { OperationContext } from './operationContext.ts';
import { WhereClause } from './whereClause.ts';

/**
 * The wallets' last 50 transactions together, newest first, over all that the store holds one by
 * one: failures that were rolled up are no longer listed.
 */
export async function handleWalletTransactions(
  { store }: OperationContext,
  { wallets, isSuccess }: ParametersOf<Operations['walletTransactions']>,
  { signal }: MarketCallOptions = {},
): Promise<WalletTransaction[]> {
  if (wallets.length === 0) return [];
  const conditions = new WhereClause(store.names)
    .isAnyOf('wallet', wallets)
    .equals('is_success', isSuccess === undefined ? undefined : Number(isSuccess));
  const columns = await store.query(
    `SELECT is_success, wallet, signature, slot, time, base, fee_lamports, profits_usd,
            net_gains_sol
     FROM transactions WHERE ${conditions.sql}
     ORDER BY slot DESC, position DESC LIMIT ${maxWalletTransactions}`,
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
