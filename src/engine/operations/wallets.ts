import type { ParametersOf, ResponseOf } from '../../api/defineOperation.ts';
import { maxWalletTransactions, walletOverviewWindowSeconds } from '../../api/limits.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type { WalletTotals as OverviewEntry } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { WhereClause } from '../store/duckdb/whereClause.ts';
import { isTimeKnownSql } from '../store/recordDetail.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';

const zeroTotals = {
  transactions: 0,
  gainsSol: 0,
  gainsUsd: 0,
  volumeSol: 0,
  volumeUsd: 0,
};
type WalletTotals = typeof zeroTotals;

/**
 * Each wallet's last 24 hours, successes apart from failures. Gains are net; what a failure gains
 * is its fee, lost. Classes kept apart (a cycle with a loss, a bot's call without a swap) are
 * successes here, as the chain has it. A wallet that did nothing is all zeroes.
 */
export async function handleWalletOverview(
  context: OperationContext,
  { wallets, provider }: ParametersOf<Operations['walletOverview']>,
  { signal }: MarketCallOptions = {},
): Promise<ResponseOf<Operations['walletOverview']>> {
  if (wallets.length === 0) return {};
  const { store } = context;
  const window = windowUntilNow(context, walletOverviewWindowSeconds);
  const conditions = (time: 'time' | 'minute') =>
    new WhereClause(store.names)
      .within(time, window)
      .isAnyOf('wallet', wallets)
      .isAnyOf('provider', provider === undefined ? undefined : [provider]);
  const attempts = conditions('time');
  // Both halves bind the same values under the same names.
  const columns = await store.query(
    `SELECT wallet, is_success, sum(attempts)::DOUBLE, sum(net_gains_sol)::DOUBLE,
            sum(profits_usd)::DOUBLE, sum(volume_sol)::DOUBLE, sum(volume_usd)::DOUBLE
     FROM (
       SELECT wallet, is_success, 1::UINTEGER AS attempts, net_gains_sol, profits_usd, volume_sol,
              volume_usd
       FROM transactions WHERE ${attempts.sql}
       UNION ALL
       SELECT wallet, 0::UTINYINT, attempts, net_gains_sol, profits_usd, 0, 0
       FROM failures WHERE ${conditions('minute').sql}
     ) GROUP BY wallet, is_success`,
    attempts.values,
    { signal },
  );
  const parts = new Map<string, WalletTotals>();
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    const [wallet = 0, isSuccess = 0, transactions = 0, ...sums] = columns.map((column) =>
      Number(column[row]),
    );
    const [gainsSol = 0, gainsUsd = 0, volumeSol = 0, volumeUsd = 0] = sums;
    parts.set(`${store.names.nameOf(wallet)} ${isSuccess}`, {
      transactions,
      gainsSol,
      gainsUsd,
      volumeSol,
      volumeUsd,
    });
  }
  return Object.fromEntries(
    wallets.map((wallet) => [
      wallet,
      toOverviewEntry(
        parts.get(`${wallet} 1`) ?? zeroTotals,
        parts.get(`${wallet} 0`) ?? zeroTotals,
      ),
    ]),
  );
}

function toOverviewEntry(success: WalletTotals, fail: WalletTotals): OverviewEntry {
  const split = (member: keyof WalletTotals) => ({
    success: success[member],
    fail: fail[member],
    total: success[member] + fail[member],
  });
  return {
    gains: { SOL: split('gainsSol'), USD: split('gainsUsd') },
    volume: { SOL: split('volumeSol'), USD: split('volumeUsd') },
    transactions: split('transactions'),
  };
}

/** The wallets' last 50 transactions, newest first; failures that were rolled up are not listed. */
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
            net_gains_sol, ${isTimeKnownSql}
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
      timestamp: cell(9) === 'true' ? new Date(Number(cell(4)) * 1_000).toISOString() : null,
      mint: store.names.nameOf(Number(cell(5))),
      fees: BigInt(cell(6)),
      net_gains_usd: Number(cell(7)),
      net_gains_sol: Number(cell(8)),
    };
  });
}
