import type { TimeWindow } from '../../base/timeWindow.ts';
import type { SampleWork } from './amountSamples.ts';
import type { CreditSums } from './creditSums.ts';
import type { QueryOptions } from './queryOptions.ts';
import type { StoredRecord } from './storedRecord.ts';

/** Lists match any of their entries; a missing or empty list matches everything. */
interface WalletFilter {
  readonly window: TimeWindow;
  readonly wallets?: readonly string[] | undefined;
}

export interface CreditFilter extends WalletFilter {
  readonly baseMints?: readonly string[] | undefined;
}

export interface CreditQuery extends CreditFilter {
  /** Only the sums of tokens are needed, which stores may know for longer. */
  readonly isByToken?: boolean;
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

/** Lower bound of a band; transactions whose compute units are unknown, 0, are in no band. */
export const lowestComputeUnits = ({
  computeUnitMin,
  computeUnitMax,
}: Pick<FeeFilter, 'computeUnitMin' | 'computeUnitMax'>): number | undefined =>
  computeUnitMin === undefined && computeUnitMax === undefined
    ? undefined
    : Math.max(1, computeUnitMin ?? 0);

export type SolTipFilter = AttemptFilter;

export interface TipFilter extends WalletFilter {
  readonly providers?: readonly string[] | undefined;
  readonly computeUnitMin?: number | undefined;
  readonly computeUnitMax?: number | undefined;
  /** Input of the cycle, in the smallest unit of the transaction's base mint. */
  readonly baseInputMin?: bigint | undefined;
  readonly baseInputMax?: bigint | undefined;
}

export interface WalletTotalsFilter {
  readonly window: TimeWindow;
  /** Addresses; not empty. */
  readonly wallets: readonly string[];
  readonly provider?: string | undefined;
}

/** Sums of the successes or of the failures of a wallet. */
export interface WalletTotals {
  readonly wallet: string;
  readonly isSuccess: boolean;
  readonly transactions: number;
  /** Net gains, after tips and fees. */
  /** Sum of each transaction's net gain in whole lamports. */
  readonly gainsLamports: number;
  readonly gainsUsd: number;
  readonly volumeLamports: number;
  readonly volumeUsd: number;
}

export interface WalletTransactionsFilter {
  /** Addresses; not empty. */
  readonly wallets: readonly string[];
  readonly isSuccess?: boolean | undefined;
  readonly limit: number;
}

export interface WalletRecordsFilter {
  readonly wallet: string;
  readonly limit: number;
}

export interface WalletTransactionRow {
  readonly isSuccess: boolean;
  readonly wallet: string;
  readonly signature: string;
  readonly slot: number;
  /** Block time, Unix seconds; `null` if the block has none. */
  readonly timeSeconds: number | null;
  /** Empty if there is none. */
  readonly baseMint: string;
  readonly feeLamports: bigint;
  readonly profitsUsd: number;
  readonly netGainsSol: number;
}

/**
 * The reads of the interface's operations. Each result is from one snapshot. Texts unknown to the
 * store match nothing. All methods throw a MarketError: `cancelled` on abort, `service-failing` if
 * the store fails.
 */
export interface MarketReads {
  /** Since when credits with this filter count, Unix seconds; `null`: since the oldest block. */
  creditsFromSeconds(query: Omit<CreditQuery, 'window'>): number | null;
  creditSums(query: CreditQuery, options?: QueryOptions): Promise<CreditSums>;
  /** Mint -> traded volume in the minutes that begin in the window, USD. */
  tradedVolumesUsd(window: TimeWindow, options?: QueryOptions): Promise<Map<string, number>>;
  thresholdTotals(filter: ThresholdFilter, options?: QueryOptions): Promise<ThresholdTotals>;
  /**
   * Fees in lamports of all attempts that paid one, including failures, as one sample. Rolled-up
   * failures count with their exact fee, the start of their minute and the lower edge of their
   * compute unit band.
   */
  readFees<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  readFeesByProvider<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  /** Total SOL tips per transaction in lamports, for those that tipped SOL, as one sample. */
  readSolTips<Result>(
    filter: SolTipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  /** Tips in the smallest unit; a transaction counts once per provider and mint that it tipped. */
  readTipsByProviderAndMint<Result>(
    filter: TipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result>;
  /** Includes rolled-up failures; sums without transactions have no entry. */
  walletTotals(filter: WalletTotalsFilter, options?: QueryOptions): Promise<WalletTotals[]>;
  /** The newest transactions of the wallets, newest first; without rolled-up failures. */
  walletTransactions(
    filter: WalletTransactionsFilter,
    options?: QueryOptions,
  ): Promise<WalletTransactionRow[]>;
  /**
   * The newest records of the wallet, newest first, from the time on from which all of its failures
   * are stored one by one. Without transactions landed by users of Arbscope.
   */
  walletRecords(filter: WalletRecordsFilter, options?: QueryOptions): Promise<StoredRecord[]>;
  findTransaction(signature: string, options?: QueryOptions): Promise<StoredRecord | null>;
}
