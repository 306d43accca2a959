import { PriceTracker } from '../../priceTracker.ts';
import type { TimeWindow } from '../../timeWindow.ts';
import { PoolRegistry } from '../poolRegistry.ts';
import type { SampleWork } from '../reads/amountSamples.ts';
import type { CreditSums } from '../reads/creditSums.ts';
import type {
  CreditFilter,
  FeeFilter,
  MarketReads,
  SolTipFilter,
  ThresholdFilter,
  ThresholdTotals,
  TipFilter,
  WalletTotals,
  WalletTotalsFilter,
  WalletTransactionRow,
  WalletTransactionsFilter,
} from '../reads/marketReads.ts';
import type { QueryOptions } from '../reads/queryOptions.ts';
import type { StoredRecord } from '../reads/storedRecord.ts';
import { type ClickHouseConnection, ClickHouseDatabase } from './clickHouseDatabase.ts';
import type { ClickHouseTarget } from './clickHouseUrl.ts';
import { CommittedBlocks } from './committedBlocks.ts';
import { restoreMarketState } from './marketState.ts';
import type { PinnedRead } from './reads/filterTerms.ts';
import { readCreditSums, readThresholdTotals, readTradedVolumesUsd } from './reads/finderReads.ts';
import { NameLookup } from './reads/nameLookup.ts';
import {
  createSamples,
  feeSampleQuery,
  type SampleQuery,
  solTipSampleQuery,
  tipSampleQuery,
} from './reads/sampleReads.ts';
import { findTransaction, readWalletTotals, readWalletTransactions } from './reads/walletReads.ts';
import { readStoreInfo, type StoreInfo } from './storeInfo.ts';
import { pinNewest } from './visibleCopies.ts';

/** Servers' clocks differ by less, and inserts take no longer. */
const overlapMs = 60_000;

/**
 * Reads a ClickHouse store that ingesters write. It keeps nothing that another reader would not
 * know, so that any number of them respond alike; call `refresh` every second or so. Each answer is
 * of the blocks that are committed when it begins.
 */
export class ClickHouseReader implements MarketReads {
  readonly prices = new PriceTracker();
  readonly pools = new PoolRegistry();
  readonly #database: ClickHouseDatabase;
  readonly #info: StoreInfo;
  readonly #lookup: NameLookup;
  readonly #blocks: CommittedBlocks;
  #stateMs = 0;

  private constructor(database: ClickHouseDatabase, info: StoreInfo) {
    this.#database = database;
    this.#info = info;
    this.#lookup = new NameLookup(database);
    this.#blocks = new CommittedBlocks(database);
  }

  /** Throws a MarketError when there is no store, or it cannot be reached. */
  static async open(
    target: ClickHouseTarget,
    connection?: ClickHouseConnection,
  ): Promise<ClickHouseReader> {
    const database = await ClickHouseDatabase.open(target, connection);
    try {
      const reader = new ClickHouseReader(database, await readStoreInfo(database));
      await reader.#blocks.load();
      await reader.#refreshState();
      return reader;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** The same for all who use the store. */
  get identity(): string {
    return this.#info.identity;
  }
  get newestSlot(): number | null {
    return this.#blocks.newestSlot;
  }
  /** Unix seconds. */
  get newestTimeSeconds(): number | null {
    return this.#blocks.newestTimeSeconds || null;
  }
  get arbitrages(): number {
    return this.#blocks.arbitrages;
  }
  get blockCount(): number {
    return this.#blocks.blockCount;
  }

  /** Takes in what ingesters have written since: blocks, prices and pools. */
  async refresh(): Promise<void> {
    await this.#blocks.refresh();
    this.#blocks.forgetOld();
    await this.#refreshState();
  }

  async #refreshState(): Promise<void> {
    const since = Math.max(0, this.#stateMs - overlapMs);
    this.#stateMs = await restoreMarketState(this.#database, this, since);
  }

  async creditSums(filter: CreditFilter, options?: QueryOptions): Promise<CreditSums> {
    return readCreditSums(await this.#begin(options), this.#lookup, filter);
  }

  async tradedVolumesUsd(window: TimeWindow, options?: QueryOptions): Promise<Map<string, number>> {
    return readTradedVolumesUsd(await this.#begin(options), this.#lookup, window);
  }

  async thresholdTotals(filter: ThresholdFilter, options?: QueryOptions): Promise<ThresholdTotals> {
    return readThresholdTotals(await this.#begin(options), filter);
  }

  readFees<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => feeSampleQuery(read, filter, []), work, options);
  }

  readFeesByProvider<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => feeSampleQuery(read, filter, ['provider']), work, options);
  }

  readSolTips<Result>(
    filter: SolTipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => solTipSampleQuery(read, filter), work, options);
  }

  readTipsByProviderAndMint<Result>(
    filter: TipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => tipSampleQuery(read, filter), work, options);
  }

  async walletTotals(filter: WalletTotalsFilter, options?: QueryOptions): Promise<WalletTotals[]> {
    return readWalletTotals(await this.#begin(options), this.#lookup, filter);
  }

  async walletTransactions(
    filter: WalletTransactionsFilter,
    options?: QueryOptions,
  ): Promise<WalletTransactionRow[]> {
    const read = await this.#begin(options);
    return readWalletTransactions(read, this.#lookup, filter, read.pin.newestTimeSeconds);
  }

  async findTransaction(signature: string, options?: QueryOptions): Promise<StoredRecord | null> {
    return findTransaction(await this.#begin(options), this.#lookup, signature);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #readSamples<Result>(
    queryOf: (read: PinnedRead) => SampleQuery,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    const read = await this.#begin(options);
    return await work(createSamples(read, this.#lookup, queryOf(read)));
  }

  /** What an answer that begins now sees. */
  async #begin({ signal }: QueryOptions = {}): Promise<PinnedRead> {
    return { database: this.#database, pin: await pinNewest(this.#database, signal), signal };
  }
}
