import type { walletOrders } from '../../../api/arbscope/walletRanking.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { TransactionFilter } from './transactionFilter.ts';

export interface WalletRankingQuery {
  readonly filter: TransactionFilter;
  readonly window: TimeWindow;
  readonly order: (typeof walletOrders)[number];
  /** Restricts the result, not the ranking; empty: all. */
  readonly wallets: readonly string[];
  readonly limit: number;
}

export interface RankedWalletRow {
  readonly wallet: string;
  /** From 1, among all matching wallets; ties share a rank. */
  readonly rank: number;
  readonly rankedBy: number;
  /** Includes the cost of failures. */
  readonly profitsUsd: number;
  readonly netGainsLamports: number;
  /** Arbitrages only. */
  readonly revenuesUsd: number;
  readonly volumeUsd: number;
  readonly successes: number;
  readonly failures: number;
  readonly tipLamports: bigint;
  readonly feeLamports: bigint;
  /** Family of the wallet's most used bot; `null` if there is none. */
  readonly bot: string | null;
}

export interface WalletRankingRows {
  readonly walletsTotal: number;
  readonly profitsUsd: number;
  /** Sum of the ranking key. */
  readonly rankedTotal: number;
  /** By rank; ties with more transactions first. */
  readonly wallets: readonly RankedWalletRow[];
}

export interface WalletRankingReads {
  /**
   * Since when a ranking from this time on counts, Unix seconds: of deleted transactions only the sums of
   * whole hours are known, and none with some filters. `null`: from the time itself.
   */
  rankingFromSeconds(filter: TransactionFilter, fromSeconds: number): number | null;
  walletRanking(query: WalletRankingQuery, options?: QueryOptions): Promise<WalletRankingRows>;
}
