import type { DuckDBConnection } from '@duckdb/node-api';
import { hourStart } from '../../base/hour.ts';
import { minuteSeconds } from '../../base/minute.ts';
import { clockDifferenceSeconds } from '../../base/timeWindow.ts';
import type { MinuteCoverage } from '../../chain/blockSource.ts';
import type { ArbitrageRecord, DecodedBlock } from '../../decode/arbitrageRecord.ts';
import { type PriceLookup, PriceTracker, withFallback } from '../../prices/priceTracker.ts';
import type { PoolSink, PoolWriter } from '../poolWriter.ts';
import { RowNumbers } from '../rowNumbers.ts';
import { type RecordRows, recordRows } from '../rows.ts';
import { checkStoreSource, type StoreSource } from '../storeSource.ts';
import type { StoreWriter } from '../storeWriter.ts';
import { Database } from './database/database.ts';
import { writeStoreSource } from './database/sourceRecord.ts';
import { StoreWriters } from './database/storeWriters.ts';
import { DuckDbReader } from './duckdbReader.ts';
import { deleteTotals } from './hourTotals.ts';
import { PoolImport } from './poolImport.ts';
import { readRowNumbers } from './readRowNumbers.ts';
import { countRows, defaultRetention, deleteSlots, keepAll, type Retention } from './retention.ts';
import { computeMinuteCoverage, restoreState, type StoreState, writeState } from './storeState.ts';
import { StoreUpkeep } from './storeUpkeep.ts';

/** When prices and pools are written: after a kill, blocks already indexed are not read again. */
const stateSaveThresholds = { seconds: 1, rows: 1_000 } as const;
/** DuckDB limit for a pool import, which has the process to itself. */
const importMemoryLimit = '320MB';

/** The index of records, in a file or in memory. */
export class DuckDbStore extends DuckDbReader implements StoreWriter, PoolWriter {
  /** Prices at blocks older than the newest, for example from imported files. */
  readonly #earlierPrices = new PriceTracker();
  readonly #writers: StoreWriters;
  #source: StoreSource | null;
  readonly #upkeep: StoreUpkeep;
  readonly #numbers: RowNumbers;
  /** Set if the rows to write are not all new. */
  #isRevising = false;
  /** Slots whose rows the next write deletes, so that queries always see exactly one block. */
  readonly #replacedSlots = new Set<number>();
  /** Resolves when the writing connection is free. */
  #writing: Promise<unknown> = Promise.resolve();
  #stateSavedAt = 0;
  #failure: unknown;

  private constructor(
    database: Database,
    writers: StoreWriters,
    path: string,
    retention: Retention,
    state: StoreState,
  ) {
    super(database, path, state);
    this.#writers = writers;
    this.#source = database.source;
    this.#numbers = new RowNumbers(state.newestNumber);
    this.#upkeep = new StoreUpkeep({
      ...{ database, state, retention, isFile: this.isFile },
      runExclusive: (work) => this.#runExclusive(work),
      flush: () => this.flush(),
    });
  }

  /** Keeps recorded blocks forever, whatever `retention` is. Throws like `Database.open`. */
  static async open(
    path: string,
    retention: Retention = defaultRetention,
    source: StoreSource | null = null,
  ): Promise<DuckDbStore> {
    const { database, state } = await Database.open(path, source, restoreState);
    if (database.source?.kind === 'rpc') {
      // Earlier versions accepted blocks of the future.
      state.prices.discardAfter(Math.floor(Date.now() / 1_000) + clockDifferenceSeconds);
    }
    const writers = await StoreWriters.create(database.writer);
    const kept = database.source?.kind === 'recorded' ? keepAll : retention;
    return new DuckDbStore(database, writers, path, kept, state);
  }

  get hasChain(): boolean {
    return this.#source !== null && this.#source.chain !== '';
  }

  async confirmChain(chain: string): Promise<void> {
    const held = this.#source;
    if (held === null) return;
    const source = { kind: held.kind, chain };
    checkStoreSource(this.path, held, source);
    if (chain === '' || held.chain === chain) return;
    await this.#runExclusive(() => writeStoreSource(this.database.writer, source));
    this.#source = source;
  }

  get pendingRows(): number {
    return this.#writers.pendingRows;
  }

  hasBlock(slot: number, blockhash: string): boolean {
    return blockhash !== '' && this.blockhashOf(slot) === blockhash;
  }

  blockhashOf(slot: number): string | null {
    return this.state.blocks.get(slot)?.blockhash ?? null;
  }

  timeOf(slot: number): number | null {
    return this.state.blocks.get(slot)?.timeSeconds ?? null;
  }

  async add(block: DecodedBlock): Promise<void> {
    if (this.hasBlock(block.slot, block.blockhash)) return;
    if (this.#hasNoRowsAt(block)) return;
    const known = this.blockhashOf(block.slot);
    let records = block.records;
    if (known !== null) {
      // Rows of the slot may still be queued.
      await this.flush();
      if (known !== '' && block.blockhash !== '') await this.#replaceSlot(block.slot);
      else records = await this.#missingRecords(block);
    }
    // Rows of its hour may have been deleted meanwhile.
    if (this.#hasNoRowsAt(block)) return;
    const timeSeconds = this.#timeOf(block);
    const prices = this.#observePrices(block, timeSeconds);
    // All rows are made before the first is queued: a block that fails leaves none behind.
    const rows = records.map((record) => this.#rowsOf(record, timeSeconds, prices));
    this.tradedVolumes.observe(block.observations, prices, timeSeconds);
    this.pools.observe(block, timeSeconds);
    this.state.hours.touch(timeSeconds);
    for (const ofRecord of rows) this.#queue(ofRecord);
    this.state.arbitrages += records.filter(({ type }) => type === 'arbitrage').length;
    this.state.rawFailures += records.filter(({ isSuccess }) => !isSuccess).length;
    if (known === null || block.blockhash !== '') {
      this.#writers.tables.blocks.add({
        slot: block.slot,
        time: timeSeconds,
        blockhash: block.blockhash,
        transactions: block.transactions,
        votes: block.votes,
        unreadable: block.unreadable.length,
      });
      this.state.blocks.set(block.slot, { blockhash: block.blockhash, timeSeconds });
    }
    this.state.newestTimeSeconds = Math.max(this.state.newestTimeSeconds ?? 0, timeSeconds);
    this.state.newestSlot = Math.max(this.state.newestSlot ?? 0, block.slot);
  }

  #timeOf({ blockTimeSeconds }: DecodedBlock): number {
    return blockTimeSeconds ?? this.state.newestTimeSeconds ?? 0;
  }

  /** Whether the totals of its hour include this block, or the one that it replaces, is unknown. */
  #hasNoRowsAt(block: DecodedBlock): boolean {
    return this.#timeOf(block) < (this.state.hours.rowsFromSeconds ?? 0);
  }

  async remove(slot: number): Promise<void> {
    if (!this.state.blocks.has(slot)) return;
    // Rows of the slot may still be queued.
    await this.flush();
    await this.#replaceSlot(slot);
    this.state.blocks.delete(slot);
  }

  /** Prices at the block; a late block is not valued at the newest prices. */
  #observePrices(block: DecodedBlock, timeSeconds: number): PriceLookup {
    this.prices.observe(block, timeSeconds);
    if (block.slot >= (this.state.newestSlot ?? 0)) return this.prices;
    this.#earlierPrices.observe(block, timeSeconds);
    return withFallback(this.#earlierPrices, this.prices);
  }

  #rowsOf(record: ArbitrageRecord, timeSeconds: number, prices: PriceLookup): RecordRows<number> {
    const { names, routeStops: places } = this;
    const number = this.#numberOf(record.signature);
    return recordRows(record, { number, timeSeconds, prices, names, places });
  }

  #queue({ transactions, tips, credits, stops }: RecordRows<number>): void {
    const { tables } = this.#writers;
    for (const row of transactions) tables.transactions.add(row);
    for (const row of tips) tables.tips.add(row);
    for (const row of credits) tables.credits.add(row);
    for (const row of stops) tables.stops.add(row);
  }

  #numberOf(signature: string): number {
    const former = this.#numbers.takeFormer(signature);
    if (former !== undefined) this.#isRevising = true;
    return former ?? this.#numbers.next();
  }

  addOmittedBlocks(minutes: readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[]): void {
    for (const { minute, omitted } of minutes) {
      if (minute < (this.state.hours.rowsFromSeconds ?? 0)) {
        const none = { has_rows: 0, blocks: 0, first_time: 0 };
        this.#writers.tables.summed_hours.add({ ...none, hour: hourStart(minute), omitted });
      } else {
        this.state.hours.touch(minute);
        this.#writers.tables.left_out.add({ minute, blocks: omitted });
      }
    }
  }

  coverage(): MinuteCoverage[] {
    return computeMinuteCoverage(this.state);
  }

  async flush(): Promise<void> {
    const minute = (this.state.newestTimeSeconds ?? 0) - minuteSeconds;
    this.#addTradeRows(minute);
    const isStateDue =
      this.isFile &&
      (this.pendingRows >= stateSaveThresholds.rows ||
        Date.now() - this.#stateSavedAt >= stateSaveThresholds.seconds * 1_000);
    if (this.pendingRows > 0 || this.#replacedSlots.size > 0 || isStateDue) {
      await this.#runExclusive(() => this.#write(isStateDue));
    }
  }

  maintain(clock = Number.POSITIVE_INFINITY): Promise<void> {
    return this.#upkeep.run(Math.min(this.state.newestTimeSeconds ?? 0, Math.floor(clock / 1_000)));
  }

  /** Runs `work` on the writing connection, between the store's transactions. */
  write<Result>(work: (writer: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#runExclusive(() => work(this.database.writer));
  }

  importPools(fill: (pools: PoolSink) => Promise<void>): Promise<number> {
    const options = { memoryLimit: importMemoryLimit };
    return this.write((connection) => PoolImport.run(connection, options, fill));
  }

  async close(): Promise<void> {
    this.visibleRows.close();
    try {
      if (this.#failure === undefined) {
        this.#addTradeRows(Number.POSITIVE_INFINITY);
        await this.#runExclusive(() => this.#write(this.isFile));
      }
    } finally {
      await this.#writing;
      this.#writers.close();
      await this.database.close();
    }
  }

  #addTradeRows(beforeSeconds: number): void {
    for (const { minute, mint, nanocents } of this.tradedVolumes.drainBefore(beforeSeconds)) {
      this.state.hours.touch(minute);
      const row = { minute, mint: this.names.idOf(mint), volume_nanocents: nanocents };
      this.#writers.tables.trades.add(row);
    }
  }

  async #write(withState: boolean): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const { writer } = this.database;
    const { newest } = this.#numbers;
    const replaced = [...this.#replacedSlots];
    const touched = this.state.hours.takeTouched();
    const isRevising = this.#isRevising;
    const rows = this.pendingRows;
    try {
      await this.#writers.inTransaction(
        async () => {
          if (replaced.length > 0) await deleteSlots(writer, replaced);
          if (withState) await writeState(writer, this, this.#writers.tables);
          for (const place of this.routeStops.drainUnsaved())
            this.#writers.tables.places.add({ ...place });
          for (const name of this.names.drainUnsaved()) this.#writers.tables.names.add(name);
        },
        async () => {
          const outdated = this.state.hours.takeOutdated(touched);
          if (outdated.length > 0) await deleteTotals(writer, outdated);
        },
      );
    } catch (error) {
      // Memory and file now differ: the store must be reopened.
      this.#failure = error;
      throw error;
    }
    if (withState) this.#stateSavedAt = Date.now();
    this.#upkeep.wrote(rows);
    if (replaced.length > 0) {
      for (const slot of replaced) this.#replacedSlots.delete(slot);
      Object.assign(this.state, await countRows(writer));
    }
    if (isRevising) {
      this.state.revision++;
      this.#isRevising = false;
    }
    this.visibleRows.publish(newest);
  }

  /** The writing connection supports one transaction at a time. */
  #runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#writing.then(work);
    this.#writing = result.catch(() => undefined);
    return result;
  }

  async #missingRecords({ slot, records }: DecodedBlock): Promise<ArbitrageRecord[]> {
    const known = await this.#readNumbers(slot);
    return records.filter((record) => !known.has(record.signature));
  }

  /** Between transactions: a query in between would end the statement that runs. */
  #readNumbers(slot: number): ReturnType<typeof readRowNumbers> {
    return this.write((writer) => readRowNumbers(writer, slot));
  }

  /** Keeps prices and traded volume of the replaced block: the quotes were real. */
  async #replaceSlot(slot: number): Promise<void> {
    // Read first: after a failure, the next write must not delete the rows.
    const numbers = await this.#readNumbers(slot);
    this.state.hours.touch(this.timeOf(slot) ?? 0);
    this.#replacedSlots.add(slot);
    this.#isRevising = true;
    for (const [signature, number] of numbers) this.#numbers.remember(signature, number);
  }
}
