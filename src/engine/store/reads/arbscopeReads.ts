import type { ArbitrageLoader } from './arbitrageColumns.ts';
import type { ArbitrageReads } from './arbitrageReads.ts';
import type { HistoryReads } from './historyReads.ts';
import type { PoolReads } from './poolReads.ts';
import type { WalletRankingReads } from './walletRankingReads.ts';

/**
 * The reads of Arbscope's own operations. Positions of `visibleRows` rise with each visible row;
 * their meaning depends on the store. All methods throw a MarketError: `cancelled` on abort,
 * `service-failing` if the store fails.
 */
export interface ArbscopeReads extends ArbitrageReads, HistoryReads, WalletRankingReads, PoolReads {
  createArbitrageLoader(): ArbitrageLoader;
}
