import type { walletOrders } from '../../../api/arbscope/walletRanking.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { TransactionFilter } from './transactionFilter.ts';

export interface WalletRankingQuery {
  readonly filter: TransactionFilter;
  /** Of the block time, Unix seconds. */
  readonly window: TimeWindow;
  /** What they are ranked by: net gains, transactions, share of successes, or tips. */
  readonly order: (typeof walletOrders)[number];
  /** Of those that are ranked, only these are listed; empty: all. */
  readonly wallets: readonly string[];
  /** Most rows. */
  readonly limit: number;
}

export interface RankedWalletRow {
  readonly wallet: string;
  /** From 1, among all that pass the filter; equals share one. */
  readonly rank: number;
  readonly rankedBy: number;
  /** With what failures cost. */
  readonly profitsUsd: number;
  readonly netGainsSol: number;
  /** Of arbitrages. */
  readonly revenuesUsd: number;
  readonly volumeUsd: number;
  readonly successes: number;
  readonly failures: number;
  readonly tipLamports: bigint;
  readonly feeLamports: bigint;
  /** Family of the bot that the wallet used most; `null`: none. */
  readonly bot: string | null;
}

/** Wallets by their sums in a window, and the sums of all that pass the filter. */
export interface WalletRankingRows {
  readonly walletsTotal: number;
  readonly profitsUsd: number;
  /** Of what the wallets are ranked by. */
  readonly rankedTotal: number;
  /** By rank; of equals, those with more transactions first. */
  readonly wallets: readonly RankedWalletRow[];
}

export interface WalletRankingReads {
  walletRanking(query: WalletRankingQuery, options?: QueryOptions): Promise<WalletRankingRows>;
}
