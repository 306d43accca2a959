import type { ParametersOf, ResponseOf } from '../../api/defineOperation.ts';
import { maxWalletTransactions, walletOverviewWindowSeconds } from '../../api/limits.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import { lamportsPerSol } from '../../api/tokenAmounts.ts';
import type { WalletTotals as OverviewEntry } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import type { WalletTotals } from '../store/reads/marketReads.ts';
import { type OperationContext, windowUntilNow } from './operationContext.ts';

const zeroTotals: Sums = {
  transactions: 0,
  gainsLamports: 0,
  gainsUsd: 0,
  volumeLamports: 0,
  volumeUsd: 0,
};
type Sums = Omit<WalletTotals, 'wallet' | 'isSuccess'>;

/**
 * Each wallet's last 24 hours, successes and failures separately. Gains are net; a failure loses
 * its fee. Other recorded classes (a cycle with a loss, a bot call without a swap) count as
 * successes, as they are on chain. An inactive wallet has zeroes.
 */
export async function handleWalletOverview(
  context: OperationContext,
  { wallets, provider }: ParametersOf<Operations['walletOverview']>,
  { signal }: MarketCallOptions = {},
): Promise<ResponseOf<Operations['walletOverview']>> {
  if (wallets.length === 0) return {};
  const totals = await context.store.walletTotals(
    { window: windowUntilNow(context, walletOverviewWindowSeconds), wallets, provider },
    { signal },
  );
  const sumsOf = (wallet: string, isSuccess: boolean): Sums =>
    totals.find((each) => each.wallet === wallet && each.isSuccess === isSuccess) ?? zeroTotals;
  return Object.fromEntries(
    wallets.map((wallet) => [wallet, toOverviewEntry(sumsOf(wallet, true), sumsOf(wallet, false))]),
  );
}

function toOverviewEntry(success: Sums, fail: Sums): OverviewEntry {
  const split = (member: keyof Sums, divisor = 1) => ({
    success: success[member] / divisor,
    fail: fail[member] / divisor,
    total: (success[member] + fail[member]) / divisor,
  });
  return {
    gains: { SOL: split('gainsLamports', lamportsPerSol), USD: split('gainsUsd') },
    volume: { SOL: split('volumeLamports', lamportsPerSol), USD: split('volumeUsd') },
    transactions: split('transactions'),
  };
}

/** Newest first; without rolled-up failures. */
export async function handleWalletTransactions(
  { store }: OperationContext,
  { wallets, isSuccess }: ParametersOf<Operations['walletTransactions']>,
  { signal }: MarketCallOptions = {},
): Promise<WalletTransaction[]> {
  if (wallets.length === 0) return [];
  const rows = await store.walletTransactions(
    { wallets, isSuccess, limit: maxWalletTransactions },
    { signal },
  );
  return rows.map((row) => ({
    isSuccess: row.isSuccess,
    wallet: row.wallet,
    signature: row.signature,
    block_number: row.slot,
    timestamp: row.timeSeconds === null ? null : new Date(row.timeSeconds * 1_000).toISOString(),
    mint: row.baseMint,
    fees: row.feeLamports,
    net_gains_usd: row.profitsUsd,
    net_gains_sol: row.netGainsSol,
  }));
}
