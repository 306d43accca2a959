import type { MinuteCoverage } from '../../chain/blockSource.ts';
import type { DecodedBlock } from '../../decode/arbitrageRecord.ts';
import { PriceTracker } from '../../prices/priceTracker.ts';
import { PoolRegistry } from '../poolRegistry.ts';
import type { StoreSource } from '../storeSource.ts';
import { noBlockhash, type SharedBlocks, type StoreWriter } from '../storeWriter.ts';
import { BlockAttempts } from './blockAttempts.ts';
import { type BlockRows, toBlockRows } from './blockRows.ts';
import { CommittedBlocks } from './committedBlocks.ts';
import type { ClickHouseConnection } from './database/clickHouseDatabase.ts';
import { ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import type { ClickHouseTarget } from './database/clickHouseUrl.ts';
import { HashedNames, HashedPlaces } from './database/hashedIds.ts';
import { columnsOf } from './database/schema.ts';
import { LateHours } from './lateHours.ts';
import { LatePrices } from './latePrices.ts';
import { LeftOutBlocks } from './leftOutBlocks.ts';
import { removeFuturePrices, restoreMarketState, StateChanges } from './marketState.ts';
import { Rollups } from './rollups.ts';
import { ClickHouseSharedBlocks } from './sharedBlocks.ts';
import { confirmStoreChain, prepareStore, type StoreInfo } from './storeInfo.ts';

export interface ClickHouseWriterOptions {
  readonly connection?: ClickHouseConnection;
  /** Unix milliseconds of this machine; makes the copies of different ingesters distinct. */
  readonly now?: () => number;
  /** Minimum time between writes: each adds a part to every table, which the server must merge. */
  readonly writeIntervalMilliseconds?: number;
  /** As in `RollupOptions`. */
  readonly settleMilliseconds?: number;
}

const defaultWriteIntervalMilliseconds = 1_000;
const defaultSettleMilliseconds = 120_000;
/** How often all blocks are counted and old ones removed from memory. */
const countIntervalMilliseconds = 60_000;

/**
 * Writes blocks to a ClickHouse store alongside other ingesters (`schema.ts`). `add` queues blocks;
 * `flush` writes them, at most once a second. Blocks that cannot be written stay queued until the
 * next flush. Methods that reach the database throw a MarketError.
 */
export class ClickHouseWriter implements StoreWriter {
  readonly prices = new PriceTracker();
  readonly pools = new PoolRegistry();
  readonly #latePrices: LatePrices;
  readonly #names = new HashedNames();
  readonly #places = new HashedPlaces();
  readonly #database: ClickHouseDatabase;
  readonly #blocks: CommittedBlocks;
  readonly #changes = new StateChanges();
  readonly #rollups: Rollups;
  readonly #lateHours: LateHours;
  readonly shared: SharedBlocks;
  readonly #info: StoreInfo;
  readonly #now: () => number;
  readonly #writeInterval: number;
  #source: StoreSource;
  #coverage: MinuteCoverage[] = [];
  readonly #pending = new Map<number, BlockRows>();
  #pendingRows = 0;
  readonly #attempts: BlockAttempts;
  readonly #leftOut: LeftOutBlocks;
  /** Newest slot added, written or not. */
  #newestSlot: number | null = null;
  #newestTimeSeconds: number | null = null;
  #writing: Promise<unknown> = Promise.resolve();
  #writtenMs = Number.NEGATIVE_INFINITY;
  #countedMs = 0;
  #day: number;
  #timer: NodeJS.Timeout | null = null;
  /** A deferred write failed. */
  #hasFailed = false;

  private constructor(
    database: ClickHouseDatabase,
    info: StoreInfo,
    source: StoreSource,
    options: ClickHouseWriterOptions,
  ) {
    this.#database = database;
    this.#info = info;
    this.#source = info.source ?? source;
    this.#blocks = new CommittedBlocks(database);
    this.#now = options.now ?? Date.now;
    this.#attempts = new BlockAttempts(database, this.#now);
    this.#leftOut = new LeftOutBlocks(database);
    this.#latePrices = new LatePrices(database, this.prices);
    this.#day = this.#today();
    this.#rollups = new Rollups(database, {
      rowDays: info.retention.rowDays,
      now: this.#now,
      settleMilliseconds: options.settleMilliseconds ?? defaultSettleMilliseconds,
    });
    this.#lateHours = new LateHours(this.#rollups, this.#now);
    this.shared = new ClickHouseSharedBlocks({
      blocks: this.#blocks,
      leftOut: this.#leftOut,
      rowDays: info.retention.rowDays,
    });
    this.#writeInterval = options.writeIntervalMilliseconds ?? defaultWriteIntervalMilliseconds;
  }

  static async open(
    target: ClickHouseTarget,
    source: StoreSource,
    options: ClickHouseWriterOptions = {},
  ): Promise<ClickHouseWriter> {
    const database = await ClickHouseDatabase.open(target, options.connection);
    try {
      const info = await prepareStore(database, source);
      const writer = new ClickHouseWriter(database, info, source, options);
      await writer.#load();
      return writer;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  async #load(): Promise<void> {
    await this.#blocks.load();
    this.#newestSlot = this.#blocks.newestSlot;
    this.#newestTimeSeconds = this.#blocks.newestTimeSeconds;
    this.#countedMs = this.#now();
    if (this.#source.kind === 'rpc') {
      await removeFuturePrices(this.#database, Math.floor(this.#now() / 1_000));
    }
    await restoreMarketState(this.#database, this);
    this.#coverage = await this.#leftOut.readCoverage();
  }

  get identity(): string {
    return this.#info.identity;
  }
  get isFile(): boolean {
    return true;
  }
  get hasChain(): boolean {
    return this.#source.chain !== '';
  }
  get pendingRows(): number {
    return this.#pendingRows;
  }
  get newestSlot(): number | null {
    return this.#newestSlot;
  }
  get newestTimeSeconds(): number | null {
    return this.#newestTimeSeconds || null;
  }
  /** From all ingesters, as of the last count. */
  get arbitrages(): number {
    return this.#blocks.arbitrages;
  }
  get blockCount(): number {
    return this.#blocks.blockCount;
  }

  async confirmChain(chain: string): Promise<void> {
    const source = { kind: this.#source.kind, chain };
    await confirmStoreChain(this.#database, source);
    if (chain !== '') this.#source = source;
  }

  /** False also for blocks older than a day; the write then detects existing ones. */
  hasBlock(slot: number, blockhash: string): boolean {
    return blockhash !== '' && this.blockhashOf(slot) === blockhash;
  }

  blockhashOf(slot: number): string | null {
    return this.#find(slot)?.blockhash ?? null;
  }

  timeOf(slot: number): number | null {
    const block = this.#find(slot);
    return block === undefined || block.blockhash === noBlockhash ? null : block.timeSeconds;
  }

  #find(slot: number): Pick<BlockRows, 'blockhash' | 'timeSeconds'> | undefined {
    return this.#pending.get(slot) ?? this.#blocks.find(slot);
  }

  async add(block: DecodedBlock): Promise<void> {
    if (this.hasBlock(block.slot, block.blockhash)) return;
    const timeSeconds = block.blockTimeSeconds ?? this.#newestTimeSeconds ?? 0;
    const isLate = block.slot < (this.#newestSlot ?? 0);
    const run = isLate ? await this.#latePrices.findRun(timeSeconds) : null;
    while (this.#pending.has(block.slot)) await this.#writeAll();
    // A concurrent call may have added it: gaps are filled while new blocks arrive.
    if (this.hasBlock(block.slot, block.blockhash)) return;
    const prices = run === null ? this.prices : this.#latePrices.observe(run, block, timeSeconds);
    if (run === null) this.prices.observe(block, timeSeconds);
    this.pools.observe(block, timeSeconds);
    const rows = toBlockRows(block, {
      timeSeconds,
      prices,
      names: this.#names,
      places: this.#places,
    });
    this.#pending.set(block.slot, rows);
    this.#pendingRows += countRows(rows);
    this.#newestSlot = Math.max(this.#newestSlot ?? 0, block.slot);
    this.#newestTimeSeconds = Math.max(this.#newestTimeSeconds ?? 0, timeSeconds);
  }

  /** Commits an empty block for the slot; this is the only way to invalidate a copy. */
  async remove(slot: number): Promise<void> {
    while (this.#pending.has(slot)) await this.#writeAll();
    const [held] = (await this.#blocks.read([slot])).values();
    if (held === undefined || held.blockhash === noBlockhash) return;
    const rows = { transactions: [], tips: [], credits: [], stops: [], trades: [] };
    const counts = { transactions: 0, votes: 0, unreadable: 0, arbitrages: 0 };
    const { timeSeconds } = held;
    const none = { slot, timeSeconds, blockhash: noBlockhash, ...counts };
    this.#pending.set(slot, { ...none, rows, signatures: new Map() });
    this.#pendingRows += 1;
  }

  addOmittedBlocks(minutes: readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[]): void {
    this.#leftOut.add(minutes);
  }

  coverage(): MinuteCoverage[] {
    return this.#coverage;
  }

  /** Writes the queue, or defers that if the last write was too recent. */
  async flush(): Promise<void> {
    const wait = this.#writtenMs + this.#writeInterval - this.#now();
    if (wait <= 0 || this.#hasFailed) return await this.#writeAll();
    if (this.#pendingRows === 0 && this.#pending.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#writeAll().catch(() => {
        // The next flush retries and reports the error.
        this.#hasFailed = true;
      });
    }, wait);
  }

  /** Sums up completed hours and counts blocks; ClickHouse deletes old rows by TTL. */
  async maintain(clock = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#runExclusive(async () => {
      this.#lateHours.handOnDue();
      const newest = this.#blocks.newestTimeSeconds ?? 0;
      const newestSeconds = Math.min(newest, Math.floor(clock / 1_000));
      await this.#database.writeAnew(() => this.#rollups.run(newestSeconds));
      if (this.#now() - this.#countedMs < countIntervalMilliseconds) return;
      this.#countedMs = this.#now();
      await this.#blocks.count();
      this.#blocks.forgetOld();
    });
  }

  /** Writes the queue and sums up all hours; for the end of an import. */
  async finish(): Promise<void> {
    await this.#writeAll();
    await this.#runExclusive(async () => {
      this.#lateHours.handOnDue(true);
      while (await this.#rollups.run(this.#blocks.newestTimeSeconds ?? 0));
    });
  }

  async close(): Promise<void> {
    try {
      await this.#writeAll();
    } finally {
      await this.#database.close();
    }
  }

  #writeAll(): Promise<void> {
    return this.#runExclusive(async () => {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      this.#writtenMs = this.#now();
      await this.#database.writeAnew(() => this.#write());
      this.#hasFailed = false;
    });
  }

  async #write(): Promise<void> {
    this.#beginDay();
    this.#changes.collect(this);
    const batch = [...this.#pending.values()];
    if (batch.length > 0) {
      const known = await this.#blocks.read(batch.map(({ slot }) => slot));
      const attempts = await this.#attempts.plan(batch, known);
      // Order: names before the rows that use them, the commit last.
      await Promise.all([this.#writeNames(), this.#changes.write(this.#database, this)]);
      await this.#attempts.writeRows(attempts);
      await this.#attempts.commit(attempts);
      for (const block of known.values()) this.#blocks.commit(block);
      for (const { committed } of attempts) {
        this.#blocks.commit(committed);
        this.#lateHours.touch(committed.timeSeconds, this.#newestTimeSeconds ?? 0);
      }
      for (const block of batch) {
        this.#pending.delete(block.slot);
        this.#pendingRows -= countRows(block);
      }
    } else if (!this.#changes.isEmpty) {
      await this.#changes.write(this.#database, this);
    }
    await this.#leftOut.write();
    await this.#blocks.refresh();
    this.#newestSlot = newer(this.#newestSlot, this.#blocks.newestSlot);
    this.#newestTimeSeconds = newer(this.#newestTimeSeconds, this.#blocks.newestTimeSeconds);
  }

  async #writeNames(): Promise<void> {
    const names = this.#names.unsaved;
    const places = this.#places.unsaved;
    const day = this.#day;
    await Promise.all([
      this.#database.insert(
        'names',
        columnsOf('names'),
        [...names.values()].map(({ id, name }) => [`${id}`, name, day]),
      ),
      this.#database.insert(
        'places',
        columnsOf('places'),
        [...places.values()].map(({ id, token, amm, pool }) => [
          ...[`${id}`, `${token}`, `${amm}`, `${pool}`],
          day,
        ]),
      ),
    ]);
    this.#names.confirm(names);
    this.#places.confirm(places);
  }

  /** Names and route stops in use are written once a day (`hashedIds.ts`). */
  #beginDay(): void {
    const day = this.#today();
    if (day === this.#day) return;
    this.#day = day;
    this.#names.beginDay();
    this.#places.beginDay();
  }

  #today(): number {
    return Math.floor(this.#now() / 86_400_000);
  }

  #runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#writing.then(work);
    this.#writing = result.catch(() => undefined);
    return result;
  }
}

const countRows = ({ rows }: BlockRows): number =>
  Object.values(rows).reduce((sum, { length }) => sum + length, 1);

const newer = (first: number | null, second: number | null): number | null =>
  first === null || second === null ? (first ?? second) : Math.max(first, second);
