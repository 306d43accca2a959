import type { ArbitrageLoader } from './arbitrageColumns.ts';
import type { ArbitrageReads } from './arbitrageReads.ts';
import type { HistoryReads } from './historyReads.ts';
import type { PoolReads } from './poolReads.ts';
import type { WalletRankingReads } from './walletRankingReads.ts';

/**
 * What Arbscope's own operations ask a store. A position of `visibleRows` is a number that rises with
 * what becomes visible; only its store knows what it counts. All throw a MarketError: `cancelled`
 * with the signal, `service-failing` when the store fails.
 */
export interface ArbscopeReads extends ArbitrageReads, HistoryReads, WalletRankingReads, PoolReads {
  createArbitrageLoader(): ArbitrageLoader;
}
