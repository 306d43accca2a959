import type { TimeWindow } from '../../base/timeWindow.ts';
import type { ImportedPool } from '../../pools/parsePoolEntry.ts';
import { PriceTracker } from '../../prices/priceTracker.ts';
import { PoolRegistry } from '../poolRegistry.ts';
import type { SampleWork } from '../reads/amountSamples.ts';
import type { ArbitrageLoader } from '../reads/arbitrageColumns.ts';
import type {
  ArbitragePageQuery,
  ArbitragePageRows,
  NewArbitrages,
  NewArbitragesQuery,
} from '../reads/arbitrageReads.ts';
import type { CreditSums } from '../reads/creditSums.ts';
import type { HistorySnapshot } from '../reads/historyReads.ts';
import type {
  CreditFilter,
  FeeFilter,
  SolTipFilter,
  ThresholdFilter,
  ThresholdTotals,
  TipFilter,
  WalletRecordsFilter,
  WalletTotals,
  WalletTotalsFilter,
  WalletTransactionRow,
  WalletTransactionsFilter,
} from '../reads/marketReads.ts';
import type { QueryOptions } from '../reads/queryOptions.ts';
import type { StoredRecord } from '../reads/storedRecord.ts';
import type { WalletRankingQuery, WalletRankingRows } from '../reads/walletRankingReads.ts';
import { readArbitragePage, readNewArbitrages } from '../sql/arbitrageReads.ts';
import { readThresholdTotals } from '../sql/finderReads.ts';
import {
  createSamples,
  feeQuery,
  type SampleQuery,
  solTipQuery,
  tipQuery,
} from '../sql/samples.ts';
import { readWalletRanking } from '../sql/walletRanking.ts';
import { readTotals, readWalletRecords, readWalletTransactions } from '../sql/walletReads.ts';
import type { StoreReader } from '../storeReader.ts';
import type { StoreSource } from '../storeSource.ts';
import { VisibleRows } from '../visibleRows.ts';
import { CommittedBlocks } from './committedBlocks.ts';
import { type ClickHouseConnection, ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import type { ClickHouseTarget } from './database/clickHouseUrl.ts';
import { type KeptPeriod, readKeptPeriod } from './database/keptPeriod.ts';
import { lastRowOfSlot } from './database/rowPosition.ts';
import { restoreMarketState } from './marketState.ts';
import { ClickHouseArbitrageLoader } from './reads/arbitrageLoader.ts';
import { type ClickHouseRead, createRead } from './reads/clickHouseRead.ts';
import { readCreditSums, readTradedVolumesUsd } from './reads/finderReads.ts';
import { findTransaction } from './reads/findTransaction.ts';
import { createHistorySnapshot } from './reads/historyReads.ts';
import { NameLookup } from './reads/nameLookup.ts';
import { readUpgradedInfo, type StoreInfo } from './storeInfo.ts';
import { SummedHours } from './summedHours.ts';

/** Upper bound for clock differences between servers and for the duration of inserts. */
const overlapMs = 60_000;

/**
 * Keeps no state that differs between readers, so all of them respond alike. Call `refresh` about
 * every second. Each query sees the blocks committed when it begins.
 */
export class ClickHouseReader implements StoreReader {
  readonly prices = new PriceTracker();
  readonly pools = new PoolRegistry();
  readonly visibleRows = new VisibleRows(0);
  readonly #database: ClickHouseDatabase;
  readonly #info: StoreInfo;
  readonly #lookup: NameLookup;
  readonly #blocks: CommittedBlocks;
  readonly #hours: SummedHours;
  #kept: KeptPeriod = { rowsFromSeconds: null, totalsFromSeconds: null };
  #stateMs = 0;

  private constructor(database: ClickHouseDatabase, info: StoreInfo) {
    this.#database = database;
    this.#info = info;
    this.#lookup = new NameLookup(database);
    this.#blocks = new CommittedBlocks(database);
    this.#hours = new SummedHours(database);
  }

  /** Throws a MarketError if the store does not exist, is not upgraded or cannot be reached. */
  static async open(
    target: ClickHouseTarget,
    connection?: ClickHouseConnection,
  ): Promise<ClickHouseReader> {
    const database = await ClickHouseDatabase.open(target, connection);
    try {
      const reader = new ClickHouseReader(database, await readUpgradedInfo(database));
      await reader.#refreshKept();
      await reader.#blocks.load();
      await reader.#refreshState();
      reader.#publish();
      return reader;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** `null` until an ingester has recorded it. */
  get source(): StoreSource | null {
    return this.#info.source;
  }
  get identity(): string {
    return this.#info.identity;
  }
  get newestSlot(): number | null {
    return this.#blocks.newestSlot;
  }
  get newestTimeSeconds(): number | null {
    return this.#blocks.newestTimeSeconds || null;
  }
  get arbitrages(): number {
    return this.#blocks.arbitrages;
  }
  get revision(): number {
    return this.#blocks.revision;
  }
  /** By the database's clock, as of the last refresh. */
  get rowsFromSeconds(): number | null {
    return this.#kept.rowsFromSeconds;
  }
  get blockCount(): number {
    return this.#blocks.blockCount;
  }

  async refresh(): Promise<void> {
    await this.#refreshKept();
    await this.#blocks.refresh();
    this.#blocks.forgetOld();
    // Publish immediately: callers that see the newest slot expect its rows.
    this.#publish();
    await this.#refreshState();
  }

  async #refreshKept(): Promise<void> {
    this.#kept = await readKeptPeriod(this.#database);
    await this.#hours.refresh(this.#kept.rowsFromSeconds ?? 0);
  }

  #publish(): void {
    const { newestSlot } = this.#blocks;
    if (newestSlot !== null) this.visibleRows.publish(lastRowOfSlot(newestSlot));
  }

  async #refreshState(): Promise<void> {
    const since = Math.max(0, this.#stateMs - overlapMs);
    this.#stateMs = await restoreMarketState(this.#database, this, since);
  }

  creditsFromSeconds(): number | null {
    return this.rowsFromSeconds;
  }

  async creditSums(filter: CreditFilter, options?: QueryOptions): Promise<CreditSums> {
    return readCreditSums(await this.#begin(options), filter);
  }

  async tradedVolumesUsd(window: TimeWindow, options?: QueryOptions): Promise<Map<string, number>> {
    return readTradedVolumesUsd(await this.#begin(options), window);
  }

  async thresholdTotals(filter: ThresholdFilter, options?: QueryOptions): Promise<ThresholdTotals> {
    return readThresholdTotals(await this.#begin(options), filter);
  }

  readFees<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => feeQuery(read, filter, []), work, options);
  }

  readFeesByProvider<Result>(
    filter: FeeFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => feeQuery(read, filter, ['provider']), work, options);
  }

  readSolTips<Result>(
    filter: SolTipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => solTipQuery(read, filter), work, options);
  }

  readTipsByProviderAndMint<Result>(
    filter: TipFilter,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#readSamples((read) => tipQuery(read, filter), work, options);
  }

  async walletTotals(filter: WalletTotalsFilter, options?: QueryOptions): Promise<WalletTotals[]> {
    return readTotals(await this.#begin(options), filter);
  }

  async walletTransactions(
    filter: WalletTransactionsFilter,
    options?: QueryOptions,
  ): Promise<WalletTransactionRow[]> {
    return readWalletTransactions(await this.#begin(options), filter, this.#rowsFromSeconds);
  }

  async walletRecords(
    filter: WalletRecordsFilter,
    options?: QueryOptions,
  ): Promise<StoredRecord[]> {
    return readWalletRecords(await this.#begin(options), filter, this.#rowsFromSeconds);
  }

  /** Servers delete older rows at different times. */
  get #rowsFromSeconds(): number {
    return this.#kept.rowsFromSeconds ?? 0;
  }

  async findTransaction(signature: string, options?: QueryOptions): Promise<StoredRecord | null> {
    return findTransaction(await this.#begin(options), signature);
  }

  async arbitragePage(
    query: ArbitragePageQuery,
    options?: QueryOptions,
  ): Promise<ArbitragePageRows> {
    const fromSeconds = Math.max(query.fromSeconds ?? 0, this.#rowsFromSeconds);
    return readArbitragePage(await this.#begin(options), { ...query, fromSeconds });
  }

  async newArbitrages(query: NewArbitragesQuery, options?: QueryOptions): Promise<NewArbitrages> {
    return readNewArbitrages(await this.#begin(options), query);
  }

  async inSnapshot<Result>(
    work: (snapshot: HistorySnapshot) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    const { newest } = this.visibleRows;
    const known = { newest, revision: this.revision, ...this.#kept };
    const read = await this.#begin(options);
    return await work(createHistorySnapshot(read, known));
  }

  /** Requests read the sums only of hours that still have rows. */
  rankingFromSeconds(): number | null {
    return this.rowsFromSeconds;
  }

  async walletRanking(
    query: WalletRankingQuery,
    options?: QueryOptions,
  ): Promise<WalletRankingRows> {
    return readWalletRanking(await this.#begin(options), query);
  }

  createArbitrageLoader(): ArbitrageLoader {
    return new ClickHouseArbitrageLoader((options) => this.#begin(options), this.#lookup);
  }

  /** Empty: pool files are only imported into a local store. */
  async *importedPools(): AsyncGenerator<readonly ImportedPool[]> {
    yield* [];
  }

  findImportedPools(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  importedPoolsAt(): Promise<ReadonlyMap<string, ImportedPool>> {
    return Promise.resolve(new Map());
  }

  /** Counts one replica of each shard. */
  async size({ signal }: QueryOptions = {}): Promise<{ rows: number; bytes: number }> {
    const { cluster, database } = this.#database.target;
    const parts = cluster === null ? 'system.parts' : `cluster('${cluster}', system.parts)`;
    const [[rows = 0, bytes = 0] = []] = await this.#database.query(
      `SELECT sum(rows), sum(bytes_on_disk) FROM ${parts}
       WHERE active AND database = '${database}'`,
      { signal },
    );
    return { rows: Number(rows), bytes: Number(bytes) };
  }

  close(): Promise<void> {
    this.visibleRows.close();
    return this.#database.close();
  }

  async #readSamples<Result>(
    queryOf: (read: ClickHouseRead) => SampleQuery,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    const read = await this.#begin(options);
    return await work(createSamples(read, queryOf(read)));
  }

  async #begin({ signal }: QueryOptions = {}): Promise<ClickHouseRead> {
    return createRead(this.#database, this.#lookup, await this.#hours.pin(signal), signal);
  }
}
