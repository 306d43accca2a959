import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import {
  defaultRankedWallets,
  type RankedWallet,
  type WalletRanking,
} from '../../../api/arbscope/walletRanking.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { lamportsPerSol } from '../../../api/tokenAmounts.ts';
import type { TransactionFilter } from '../../store/reads/transactionFilter.ts';
import { windowUntilNow } from '../operationContext.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { rowsFrom } from './rowsFrom.ts';

const defaultTimeRangeSeconds = 86_400;

/** Net gains include the cost of failures; gross gains are those of arbitrages. */
export async function handleWalletRanking(
  context: ArbscopeContext,
  parameters: ParametersOf<ArbscopeOperations['walletRanking']>,
  options: MarketCallOptions = {},
): Promise<WalletRanking> {
  const { timeRange = defaultTimeRangeSeconds, order = 'gains', ...rest } = parameters;
  const { limit = defaultRankedWallets, wallets = [], ...filter } = rest;
  const window = windowUntilNow(context, timeRange);
  const query = { filter, window, order, wallets, limit };
  const ranking = await context.store.walletRanking(query, options);
  const { rankedTotal } = ranking;
  const rowsFromSeconds = await countsFrom(context, filter, window.fromSeconds, options);
  const hasShares = order !== 'success' && rankedTotal > 0;
  return {
    time_range: timeRange,
    ...rowsFrom({ rowsFromSeconds }, window.fromSeconds),
    wallets_total: ranking.walletsTotal,
    net_gains_usd: ranking.profitsUsd,
    wallets: ranking.wallets.map(({ successes: success, failures: fail, ...row }): RankedWallet => {
      const total = success + fail;
      return {
        wallet: row.wallet,
        rank: row.rank,
        share: hasShares ? row.rankedBy / rankedTotal : null,
        net_gains_usd: row.profitsUsd,
        net_gains_sol: row.netGainsLamports / lamportsPerSol,
        revenues_usd: row.revenuesUsd,
        volume_usd: row.volumeUsd,
        transactions: { success, fail, total },
        success_rate: success / total,
        tips: row.tipLamports,
        fees: row.feeLamports,
        bot: row.bot,
      };
    }),
  };
}

/** Unix seconds; `null`: from the begin of the window. Sums of hours are deleted in the end, too. */
async function countsFrom(
  { store }: ArbscopeContext,
  filter: TransactionFilter,
  fromSeconds: number,
  options: MarketCallOptions,
): Promise<number | null> {
  const since = store.rankingFromSeconds(filter, fromSeconds);
  if (store.rowsFromSeconds === null) return since;
  const oldest = await store.inSnapshot((snapshot) => snapshot.oldestBlockSeconds(), options);
  return oldest === null || oldest <= fromSeconds ? since : Math.max(since ?? 0, oldest);
}
