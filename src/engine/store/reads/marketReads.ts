import type { TimeWindow } from '../../base/timeWindow.ts';
import type { SampleWork } from './amountSamples.ts';
import type { CreditSums } from './creditSums.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { StoredRecord } from './storedRecord.ts';

/** Lists name any of several texts; one that is left out or empty is no filter. */
interface WalletFilter {
  /** Of the block time, Unix seconds. */
  readonly window: TimeWindow;
  /** Addresses. */
  readonly wallets?: readonly string[] | undefined;
}

export interface CreditFilter extends WalletFilter {
  /** Mints, of which the arbitrage has one as its base. */
  readonly baseMints?: readonly string[] | undefined;
}

interface AttemptFilter extends WalletFilter {
  readonly providers?: readonly string[] | undefined;
  readonly bots?: readonly string[] | undefined;
}

export interface ThresholdFilter extends CreditFilter, AttemptFilter {}

export interface ThresholdTotals {
  readonly profitsUsd: number;
  readonly revenuesUsd: number;
  readonly transactions: number;
}

export interface FeeFilter extends AttemptFilter {
  readonly computeUnitMin?: number | undefined;
  readonly computeUnitMax?: number | undefined;
}

export type SolTipFilter = AttemptFilter;

export interface TipFilter extends WalletFilter {
  readonly providers?: readonly string[] | undefined;
  readonly computeUnitMin?: number | undefined;
  readonly computeUnitMax?: number | undefined;
  /** Of the cycle's input, in the smallest unit of the transaction's own base mint. */
  readonly baseInputMin?: bigint | undefined;
  readonly baseInputMax?: bigint | undefined;
}

export interface WalletTotalsFilter {
  readonly window: TimeWindow;
  /** Addresses; not empty. */
  readonly wallets: readonly string[];
  readonly provider?: string | undefined;
}

/** Sums of the successes, or of the failures, of one wallet. */
export interface WalletTotals {
  readonly wallet: string;
  readonly isSuccess: boolean;
  readonly transactions: number;
  /** Net: after tips and fees. */
  readonly gainsSol: number;
  readonly gainsUsd: number;
  readonly volumeSol: number;
  readonly volumeUsd: number;
}

export interface WalletTransactionsFilter {
  /** Addresses; not empty. */
  readonly wallets: readonly string[];
  readonly isSuccess?: boolean | undefined;
  /** Most rows. */
  readonly limit: number;
}

export interface WalletTransactionRow {
  readonly isSuccess: boolean;
  readonly wallet: string;
  readonly signature: string;
  readonly slot: number;
  /** Block time, Unix seconds; `null` where the block did not tell it. */
  readonly timeSeconds: number | null;
  /** Empty without one. */
  readonly baseMint: string;
  readonly feeLamports: bigint;
  readonly profitsUsd: number;
  readonly netGainsSol: number;
}

/**
 * What the operations of the interface ask a store, one method for each question. Every answer is of
 * one snapshot. A text that the store has never seen matches nothing. All throw a MarketError:
 * `cancelled` with the signal, `service-failing` when the store fails.
 */
export interface MarketReads {
  /** Of the arbitrages of the window, summed by the token, AMM and pool that they passed. */
  creditSums(filter: CreditFilter, options?: QueryOptions): Promise<CreditSums>;
  /** Mint -> what anybody traded of it in the minutes that begin in the window, USD. */
  tradedVolumesUsd(window: TimeWindow, options?: QueryOptions): Promise<Map<string, number>>;
  /** Sums of the arbitrages that pass the filter. */
  thresholdTotals(filter: ThresholdFilter, options?: QueryOptions): Promise<ThresholdTotals>;
  /**
   * Fees in lamports of every attempt that paid one, failures among them, in one sample. Failures
   * that were rolled up count with their exact fee, at the start of their minute, and with the lower
   * edge of their band of compute units.
   */
  readFees<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  /** The same with a sample for each provider. */
  readFeesByProvider<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  /** What each transaction that tipped SOL tipped in all, lamports, in one sample. */
  readSolTips<Result>(
    filter: SolTipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  /**
   * Tips in the smallest unit, with a sample for each provider and mint; a transaction counts once
   * for each pair it tipped.
   */
  readTipsByProviderAndMint<Result>(
    filter: TipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  /**
   * Transactions of the wallets, rolled-up failures among them; what a wallet did not do at all has
   * no entry.
   */
  walletTotals(filter: WalletTotalsFilter, options?: QueryOptions): Promise<WalletTotals[]>;
  /** The wallets' newest transactions, newest first; failures that were rolled up are not listed. */
  walletTransactions(
    filter: WalletTransactionsFilter,
    options?: QueryOptions,
  ): Promise<WalletTransactionRow[]>;
  /** `null` when the store holds no such signature. */
  findTransaction(signature: string, options?: QueryOptions): Promise<StoredRecord | null>;
}
