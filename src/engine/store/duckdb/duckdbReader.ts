import { hourSeconds } from '../../base/hour.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { ImportedPool } from '../../pools/parsePoolEntry.ts';
import type { PriceTracker } from '../../prices/priceTracker.ts';
import type { NameTable } from '../nameTable.ts';
import type { PoolRegistry } from '../poolRegistry.ts';
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
  CreditQuery,
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
import type { ImportedPoolFilter } from '../reads/poolReads.ts';
import type { QueryOptions } from '../reads/queryOptions.ts';
import type { StoredRecord } from '../reads/storedRecord.ts';
import type { TransactionFilter } from '../reads/transactionFilter.ts';
import type { WalletRankingQuery, WalletRankingRows } from '../reads/walletRankingReads.ts';
import type { RouteStopTable } from '../routeStopTable.ts';
import { readArbitragePage, readNewArbitrages } from '../sql/arbitrageReads.ts';
import { readThresholdTotals } from '../sql/finderReads.ts';
import {
  createSamples,
  feeQuery,
  type SampleQuery,
  solTipQuery,
  tipQuery,
} from '../sql/samples.ts';
import type { SqlRead } from '../sql/sqlRead.ts';
import { readWalletRanking } from '../sql/walletRanking.ts';
import { readTotals, readWalletRecords, readWalletTransactions } from '../sql/walletReads.ts';
import type { StoreReader, StoreSize } from '../storeReader.ts';
import { TradedVolumes } from '../tradedVolumes.ts';
import { VisibleRows } from '../visibleRows.ts';
import { type Database, inMemoryPath } from './database/database.ts';
import {
  type ColumnValues,
  type NumberColumns,
  type QueryValues,
  runNumberQuery,
  runQuery,
  type Snapshot,
  streamQuery,
} from './database/query.ts';
import type { ReadContext } from './database/readContext.ts';
import { DuckDbArbitrageLoader } from './reads/arbitrageLoader.ts';
import { readSingleFailuresFrom, snapshotRead } from './reads/duckdbRead.ts';
import { haveTokenTotals, readCreditSums, readTradedVolumesUsd } from './reads/finderReads.ts';
import { findTransaction } from './reads/findTransaction.ts';
import { readHistory } from './reads/historyReads.ts';
import { findImportedPools, readImportedPools, readImportedPoolsAt } from './reads/poolReads.ts';
import { readStoreSize } from './reads/readStoreSize.ts';
import { totalsTable } from './reads/totalsOf.ts';
import type { StoreState } from './storeState.ts';

/** The typed queries over a DuckDB database; each is in a file of `reads/`. */
export class DuckDbReader implements StoreReader, ReadContext {
  readonly names: NameTable;
  readonly routeStops: RouteStopTable;
  readonly prices: PriceTracker;
  readonly pools: PoolRegistry;
  readonly tradedVolumes = new TradedVolumes();
  readonly visibleRows: VisibleRows;
  readonly identity: string;
  protected readonly database: Database;
  protected readonly path: string;
  protected readonly state: StoreState;

  protected constructor(database: Database, path: string, state: StoreState) {
    this.database = database;
    this.path = path;
    this.state = state;
    this.names = state.names;
    this.routeStops = state.routeStops;
    this.prices = state.prices;
    this.pools = state.pools;
    this.identity = state.identity;
    this.visibleRows = new VisibleRows(state.newestNumber);
  }

  get isFile(): boolean {
    return this.path !== inMemoryPath;
  }
  get newestTimeSeconds(): number | null {
    return this.state.newestTimeSeconds || null;
  }
  get newestSlot(): number | null {
    return this.state.newestSlot;
  }
  get rowsFromSeconds(): number | null {
    return this.state.hours.rowsFromSeconds;
  }
  get blockCount(): number {
    return this.state.blocks.size;
  }
  get arbitrages(): number {
    return this.state.arbitrages;
  }
  get rolledUpRows(): number {
    return this.state.rolledUpRows;
  }
  get revision(): number {
    return this.state.revision;
  }

  query(sql: string, values?: QueryValues, options?: QueryOptions): Promise<ColumnValues> {
    return this.database.read((reader) => runQuery(reader, sql, values, options));
  }

  queryNumbers(sql: string, values?: QueryValues, options?: QueryOptions): Promise<NumberColumns> {
    return this.database.read((reader) => runNumberQuery(reader, sql, values, options));
  }

  readTransaction<Result>(
    work: (snapshot: Snapshot) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.database.read(
      async (reader) => {
        await reader.run('BEGIN TRANSACTION READ ONLY');
        return await work({
          read: (sql, values) => runQuery(reader, sql, values, options),
          readNumbers: (sql, values) => runNumberQuery(reader, sql, values, options),
          stream: (sql, values, take) => streamQuery(reader, sql, values, take, options),
        });
      },
      (reader) => reader.run('ROLLBACK'),
    );
  }

  creditsFromSeconds(query: Omit<CreditQuery, 'window'>): number | null {
    return haveTokenTotals(query) ? null : this.rowsFromSeconds;
  }

  creditSums(query: CreditQuery, options?: QueryOptions): Promise<CreditSums> {
    return readCreditSums(this, query, options);
  }

  tradedVolumesUsd(window: TimeWindow, options?: QueryOptions): Promise<Map<string, number>> {
    return readTradedVolumesUsd(this, window, options);
  }

  thresholdTotals(filter: ThresholdFilter, options?: QueryOptions): Promise<ThresholdTotals> {
    return this.#inSnapshot((read) => readThresholdTotals(read, filter), options);
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

  walletTotals(filter: WalletTotalsFilter, options?: QueryOptions): Promise<WalletTotals[]> {
    return this.#inSnapshot((read) => readTotals(read, filter), options);
  }

  walletTransactions(
    filter: WalletTransactionsFilter,
    options?: QueryOptions,
  ): Promise<WalletTransactionRow[]> {
    return this.#inSnapshot((read) => readWalletTransactions(read, filter), options);
  }

  walletRecords(filter: WalletRecordsFilter, options?: QueryOptions): Promise<StoredRecord[]> {
    return this.#inSnapshot(async (read) => {
      // The pools of rolled-up failures are not known one by one.
      const fromSeconds = await readSingleFailuresFrom(read, filter.wallet);
      return await readWalletRecords(read, filter, fromSeconds);
    }, options);
  }

  findTransaction(signature: string, options?: QueryOptions): Promise<StoredRecord | null> {
    return findTransaction(this, signature, options);
  }

  arbitragePage(query: ArbitragePageQuery, options?: QueryOptions): Promise<ArbitragePageRows> {
    return this.#inSnapshot((read) => readArbitragePage(read, query), options);
  }

  newArbitrages(query: NewArbitragesQuery, options?: QueryOptions): Promise<NewArbitrages> {
    return this.#inSnapshot((read) => readNewArbitrages(read, query), options);
  }

  createArbitrageLoader(): ArbitrageLoader {
    return new DuckDbArbitrageLoader(this);
  }

  inSnapshot<Result>(
    work: (snapshot: HistorySnapshot) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return readHistory(this, work, options);
  }

  rankingFromSeconds(filter: TransactionFilter, fromSeconds: number): number | null {
    const { rowsFromSeconds } = this;
    if (rowsFromSeconds === null || fromSeconds >= rowsFromSeconds) return null;
    if (totalsTable(filter, true) === null) return rowsFromSeconds;
    const intoHour = fromSeconds % hourSeconds;
    return intoHour === 0 ? null : fromSeconds - intoHour + hourSeconds;
  }

  walletRanking(query: WalletRankingQuery, options?: QueryOptions): Promise<WalletRankingRows> {
    return this.#inSnapshot((read) => readWalletRanking(read, query), options);
  }

  importedPools(
    filter: ImportedPoolFilter,
    options?: QueryOptions,
  ): AsyncIterable<readonly ImportedPool[]> {
    return readImportedPools(this, filter, options);
  }

  findImportedPools(
    pools: readonly string[],
    options?: QueryOptions,
  ): Promise<ReadonlySet<string>> {
    return findImportedPools(this, pools, options);
  }

  importedPoolsAt(
    pools: readonly string[],
    options?: QueryOptions,
  ): Promise<ReadonlyMap<string, ImportedPool>> {
    return readImportedPoolsAt(this, pools, options);
  }

  size(options?: QueryOptions): Promise<StoreSize> {
    return readStoreSize(this, this.path, options);
  }

  #readSamples<Result>(
    queryOf: (read: SqlRead) => SampleQuery,
    work: SampleWork<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#inSnapshot((read) => work(createSamples(read, queryOf(read))), options);
  }

  #inSnapshot<Result>(
    work: (read: SqlRead) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.readTransaction((snapshot) => work(snapshotRead(this, snapshot)), options);
  }
}
