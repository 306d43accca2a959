import type { DuckDBConnection } from '@duckdb/node-api';
import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { ArbitrageRecord, DecodedBlock } from '../decode/record.ts';
import { minuteSeconds } from '../minute.ts';
import type { PriceBook } from '../prices.ts';
import type { MinuteCoverage } from '../sources/blockSource.ts';
import { coverageOf } from './coverage.ts';
import { Database, inMemory, type OpenOptions } from './database.ts';
import { figuresOf } from './figures.ts';
import type { NameTable } from './nameTable.ts';
import type { PlaceTable } from './placeTable.ts';
import type { PoolBook } from './poolBook.ts';
import {
  type ColumnValues,
  type QueryOptions,
  type QueryValues,
  type ReadQuery,
  runQuery,
} from './query.ts';
import {
  countRows,
  defaultRetention,
  forgetBefore,
  forgetSlot,
  type Retention,
  reclaim,
  rollUpFailures,
} from './retention.ts';
import { creditRows, tipRows, transactionRow } from './rows.ts';
import { type RestoredState, restoreState, writeState } from './savedState.ts';
import { StoreWriters } from './storeWriters.ts';
import { TradeBook } from './tradeBook.ts';

/**
 * Prices and pools of a file are written this often, and with this many rows: after a kill, blocks
 * that are indexed do not come again to tell them.
 */
const stateSavedWith = { seconds: 1, rows: 1_000 } as const;
/** Of chain time: deleting little and often costs more than it frees. */
const forgottenEverySeconds = 600;
/** Failures are rolled up when this many times those to keep are there. */
const failureSlack = 1.25;

/**
 * The index: every record of the blocks it was given, once. Blocks are gathered by `add` and become
 * visible to queries, all at once, by `flush`.
 */
export class Store {
  readonly names: NameTable;
  readonly places: PlaceTable;
  readonly prices: PriceBook;
  readonly pools: PoolBook;
  readonly trades = new TradeBook();
  readonly #database: Database;
  readonly #writers: StoreWriters;
  readonly #isFile: boolean;
  readonly #retention: Retention;
  readonly #blocks: RestoredState['blocks'];
  readonly #leftOut: RestoredState['leftOut'];
  #newestTimeSeconds: number | null;
  #newestSlot: number | null;
  #arbitrages: number;
  #rawFailures: number;
  #rolledUpRows: number;
  #forgottenAt = 0;
  /** Ends when the writing connection is free. */
  #writing: Promise<unknown> = Promise.resolve();
  #stateSavedAt = 0;
  #failure: unknown;

  private constructor(
    database: Database,
    writers: StoreWriters,
    isFile: boolean,
    retention: Retention,
    restored: RestoredState,
  ) {
    this.#database = database;
    this.#writers = writers;
    this.#isFile = isFile;
    this.names = restored.names;
    this.places = restored.places;
    this.prices = restored.prices;
    this.pools = restored.pools;
    this.#blocks = restored.blocks;
    this.#leftOut = restored.leftOut;
    this.#newestTimeSeconds = restored.newestTimeSeconds;
    this.#newestSlot = restored.newestSlot;
    this.#arbitrages = restored.arbitrages;
    this.#rawFailures = restored.rawFailures;
    this.#rolledUpRows = restored.rolledUpRows;
    this.#retention = retention;
  }

  /** Opens or makes the store at `path`, or in memory. Throws a MarketError (see `Database.open`). */
  static async open(
    path: string,
    retention: Retention = defaultRetention,
    options?: OpenOptions,
  ): Promise<Store> {
    const database = await Database.open(path, options);
    try {
      const restored = await restoreState(database.writer);
      const writers = await StoreWriters.create(database.writer);
      return new Store(database, writers, path !== inMemory, retention, restored);
    } catch (error) {
      await database.close();
      throw new MarketError(
        'service-failing',
        t(
          'The store {0} is damaged. Move it away or give another path; it is filled again from the source.',
          path,
        ),
        { cause: error },
      );
    }
  }

  /** Rows gathered since the last flush. */
  get pendingRows(): number {
    return this.#writers.pendingRows;
  }
  /** Block time of the newest block, Unix seconds. */
  get newestTimeSeconds(): number | null {
    return this.#newestTimeSeconds;
  }
  get newestSlot(): number | null {
    return this.#newestSlot;
  }
  /** Records of type `arbitrage`. */
  get arbitrages(): number {
    return this.#arbitrages;
  }
  get blockCount(): number {
    return this.#blocks.size;
  }
  /** Rows of the failures table. */
  get rolledUpRows(): number {
    return this.#rolledUpRows;
  }

  /** Whether this very block is indexed, so that it need not be decoded. */
  hasBlock(slot: number, blockhash: string): boolean {
    return blockhash !== '' && this.#blocks.get(slot)?.blockhash === blockhash;
  }

  /**
   * Takes in a block. A block that is there already changes nothing; one with another blockhash
   * takes the place of the former in its slot; single transactions (empty blockhash) add those of
   * their slot that are missing.
   */
  async add(block: DecodedBlock): Promise<void> {
    if (this.hasBlock(block.slot, block.blockhash)) return;
    const known = this.#blocks.get(block.slot)?.blockhash;
    let records = block.records;
    if (known !== undefined) {
      // The rows of the slot may still be waiting to be written.
      await this.flush();
      if (known !== '' && block.blockhash !== '') await this.#forgetSlot(block.slot);
      else records = await this.#missing(block);
    }
    const timeSeconds = block.blockTimeSeconds ?? this.#newestTimeSeconds ?? 0;
    this.prices.observe(block.observations, block.decimals, timeSeconds);
    this.trades.observe(block.observations, this.prices, timeSeconds);
    this.pools.observe(block, timeSeconds);
    for (const record of records) this.#addRecord(record, timeSeconds);
    if (known === undefined || block.blockhash !== '') {
      this.#writers.blocks.add({
        slot: block.slot,
        time: timeSeconds,
        blockhash: block.blockhash,
        transactions: block.transactions,
        votes: block.votes,
        unreadable: block.unreadable.length,
      });
      this.#blocks.set(block.slot, { blockhash: block.blockhash, timeSeconds });
    }
    this.#newestTimeSeconds = Math.max(this.#newestTimeSeconds ?? 0, timeSeconds);
    this.#newestSlot = Math.max(this.#newestSlot ?? 0, block.slot);
  }

  #addRecord(record: ArbitrageRecord, timeSeconds: number): void {
    const { names, places, prices } = this;
    const figures = figuresOf(record, prices);
    this.#writers.transactions.add(transactionRow(record, timeSeconds, figures, prices, names));
    for (const row of tipRows(record, timeSeconds, names)) this.#writers.tips.add(row);
    for (const row of creditRows(record, timeSeconds, figures, names, places)) {
      this.#writers.credits.add(row);
    }
    if (record.type === 'arbitrage') this.#arbitrages++;
    if (!record.isSuccess) this.#rawFailures++;
  }

  /** Takes in what a source left out, to be written with the next blocks. */
  addLeftOut(minutes: readonly Pick<MinuteCoverage, 'minute' | 'left'>[]): void {
    for (const { minute, left } of minutes) this.#writers.left_out.add({ minute, blocks: left });
  }

  /** How fully the blocks of the file were indexed when it was opened; see `coverageOf`. */
  coverage(): MinuteCoverage[] {
    return coverageOf(this.#blocks, this.#leftOut);
  }

  /** Writes what was gathered, with prices and pools, which memory alone has else. */
  async saveState(): Promise<void> {
    await this.#exclusively(() => this.#write(true));
  }

  /** Writes what was gathered; all of it or, when it fails, nothing. */
  async flush(): Promise<void> {
    const minute = (this.#newestTimeSeconds ?? 0) - minuteSeconds;
    this.#gatherTrades(minute);
    const isStateDue =
      this.#isFile &&
      (this.pendingRows >= stateSavedWith.rows ||
        Date.now() - this.#stateSavedAt >= stateSavedWith.seconds * 1_000);
    if (this.pendingRows > 0 || isStateDue) {
      await this.#exclusively(() => this.#write(isStateDue));
    }
  }

  /** Lets old rows go and rolls failures up, when it is time; call it after a flush. */
  async maintain(): Promise<void> {
    const { keepSeconds, rawFailures } = this.#retention;
    const { writer } = this.#database;
    const newest = this.#newestTimeSeconds ?? 0;
    const isFailureDue = this.#rawFailures > rawFailures * failureSlack;
    const isForgetDue =
      keepSeconds !== null &&
      newest - this.#forgottenAt > forgottenEverySeconds &&
      this.#hasBlockBefore(newest - keepSeconds);
    if (!isFailureDue && !isForgetDue) return;
    await this.#exclusively(async () => {
      if (isFailureDue) await rollUpFailures(writer, rawFailures);
      if (isForgetDue) {
        this.#forgottenAt = newest;
        const cutoff = Math.max(0, newest - keepSeconds);
        await forgetBefore(writer, cutoff);
        for (const [slot, { timeSeconds }] of this.#blocks) {
          if (timeSeconds < cutoff) this.#blocks.delete(slot);
        }
      }
      const counts = await countRows(writer);
      this.#arbitrages = counts.arbitrages;
      this.#rawFailures = counts.rawFailures;
      this.#rolledUpRows = counts.rolledUpRows;
      await reclaim(writer);
    });
  }

  /** While a history is indexed there is nothing to forget yet, and looking for it costs as much. */
  #hasBlockBefore(cutoffSeconds: number): boolean {
    for (const { timeSeconds } of this.#blocks.values()) {
      if (timeSeconds < cutoffSeconds) return true;
    }
    return false;
  }

  /** Runs `work` with the writing connection, between the store's own transactions. */
  write<Result>(work: (writer: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#exclusively(() => work(this.#database.writer));
  }

  /** One statement through a connection of its own; `sql` holds names, never values. */
  query(sql: string, values?: QueryValues, options?: QueryOptions): Promise<ColumnValues> {
    return this.#database.read((reader) => runQuery(reader, sql, values, options));
  }

  /** Several statements that see the store at one moment. */
  snapshot<Result>(
    work: (read: ReadQuery) => Promise<Result>,
    options?: QueryOptions,
  ): Promise<Result> {
    return this.#database.read(
      async (reader) => {
        await reader.run('BEGIN TRANSACTION READ ONLY');
        return await work((sql, values) => runQuery(reader, sql, values, options));
      },
      (reader) => reader.run('ROLLBACK'),
    );
  }

  /** Writes what is gathered and closes the file. */
  async close(): Promise<void> {
    try {
      if (this.#failure === undefined) {
        this.#gatherTrades(Number.POSITIVE_INFINITY);
        await this.#exclusively(() => this.#write(this.#isFile));
      }
    } finally {
      await this.#writing;
      this.#writers.close();
      await this.#database.close();
    }
  }

  #gatherTrades(beforeSeconds: number): void {
    for (const { minute, mint, volumeUsd } of this.trades.take(beforeSeconds)) {
      this.#writers.trades.add({ minute, mint: this.names.idOf(mint), volume_usd: volumeUsd });
    }
  }

  async #write(withState: boolean): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const { writer } = this.#database;
    try {
      await this.#writers.inTransaction(async () => {
        if (withState) await writeState(writer, this, this.#writers);
        for (const place of this.places.takeUnsaved()) this.#writers.places.add({ ...place });
        for (const name of this.names.takeUnsaved()) this.#writers.names.add(name);
      });
    } catch (error) {
      // Memory and file no longer agree: only opening the file again can mend that.
      this.#failure = error;
      throw error;
    }
    if (withState) this.#stateSavedAt = Date.now();
  }

  /** The writing connection has one transaction at a time. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#writing.then(work);
    this.#writing = result.catch(() => undefined);
    return result;
  }

  async #missing(block: DecodedBlock): Promise<ArbitrageRecord[]> {
    const [signatures = []] = await runQuery(
      this.#database.writer,
      'SELECT signature FROM transactions WHERE slot = $slot',
      { slot: block.slot },
    );
    const known = new Set(signatures);
    return block.records.filter((record) => !known.has(record.signature));
  }

  /** Prices and traded volume of a block that was replaced stay: they were real quotes. */
  #forgetSlot(slot: number): Promise<void> {
    return this.#exclusively(async () => {
      await forgetSlot(this.#database.writer, slot);
      const counts = await countRows(this.#database.writer);
      this.#arbitrages = counts.arbitrages;
      this.#rawFailures = counts.rawFailures;
    });
  }
}
