import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { t } from '@vscode/l10n';
import { maxArbitrages } from '../../../../api/limits.ts';
import { MarketError } from '../../../../api/marketError.ts';
import { checkStoreSource, recordedStoreSource, type StoreSource } from '../../storeSource.ts';
import { evictBuffers } from './evictBuffers.ts';
import { inTransaction, queryNumber, runQuery } from './query.ts';
import { readStoreSource, writeStoreSource } from './sourceRecord.ts';
import { checkFile, createLockedError, makePrivate, toOpenError } from './storeFile.ts';
import {
  createStatements,
  oldestStoreVersion,
  startTables,
  storeVersion,
  tablesOf,
  upgradeStatements,
} from './tables.ts';
import { fillStops } from './upgradeStops.ts';

export const inMemoryPath = ':memory:';

/** Connections that answers read through. Two cores gain nothing from more. */
const readerCount = 3;

/** Files that this process has open: a file lock does not keep a process from itself. */
const openFiles = new Set<string>();

const settings = {
  // Nothing is ever loaded from outside, whatever a statement says.
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  // More would take the cores that the editor and the bot need.
  threads: String(Math.min(4, availableParallelism())),
  // The allocator returns unused memory to the system soon, not when it next allocates, and after a task
  // that allocated this much. The defaults are 128 and 512 MB; with 4 MB, statements over a day took up
  // to a third longer.
  allocator_background_threads: 'true',
  allocator_flush_threshold: '16MB',
  allocator_bulk_deallocation_flush_threshold: '16MB',
  // Groups by place number are counted in an array rather than in a hash table (in bits).
  perfect_ht_threshold: '18',
  // So many rows are looked for where they are; for more, the details of every row are unpacked.
  dynamic_or_filter_threshold: String(maxArbitrages),
} as const;

/**
 * Pages of the file are evicted under pressure, and large statements spill to disk beside it. A higher
 * limit caches what the system's page cache holds as well: with 384 MB, over a day of a million
 * arbitrages, one operation is faster (transactions of wallets: 50 instead of 80 ms).
 */
const fileSettings = { memory_limit: '128MB' } as const;
/** What is in memory has nowhere to go; nothing is written to disk for it. */
const memorySettings = { temp_directory: '' } as const;
/** No statement, the file's own among them, reaches another file. The last: it ends other settings. */
const confinement = { enable_external_access: 'false' } as const;

/** Between two evictions of buffers. */
const evictionMilliseconds = 300_000;

/** An open store file, or one in memory, with its tables made. */
export class Database {
  readonly writer: DuckDBConnection;
  /** As recorded; `null` where nobody has opened the store with a source. */
  readonly source: StoreSource | null;
  readonly #instance: DuckDBInstance;
  readonly #file: string | null;
  readonly #readers: DuckDBConnection[];
  readonly #reading = new Set<Promise<void>>();
  readonly #waiting: ((reader: DuckDBConnection) => void)[] = [];
  /** As DuckDB tells it. Read once: DuckDB rounds it down each time. */
  #memoryLimit: string | null = null;
  #evictAt = 0;

  private constructor(
    instance: DuckDBInstance,
    file: string | null,
    source: StoreSource | null,
    writer: DuckDBConnection,
    readers: DuckDBConnection[],
  ) {
    this.source = source;
    this.#instance = instance;
    this.#file = file;
    this.writer = writer;
    this.#readers = readers;
  }

  /**
   * Opens `storePath`, or makes it, with mode 0600. Throws a MarketError that says what to do when
   * it is locked, damaged, of another version or source, or not an ordinary file; the file is then
   * untouched. Statements reach no other file. Without a source it opens whatever it holds.
   */
  static async open(storePath: string, source: StoreSource | null = null): Promise<Database> {
    if (storePath === inMemoryPath) return Database.#connect(inMemoryPath, null, source, false);
    const file = path.resolve(storePath);
    const exists = await checkFile(file);
    const claimed = exists ? await realpath(file) : file;
    if (openFiles.has(claimed)) throw createLockedError(file);
    openFiles.add(claimed);
    try {
      // DuckDB makes its files, the write-ahead log among them, with the process's own mask.
      process.umask(0o077);
      const held = exists ? await inspect(file) : null;
      if (held !== null && source !== null) checkStoreSource(file, held, source);
      const database = await Database.#connect(file, claimed, source, exists);
      await makePrivate(file);
      return database;
    } catch (error) {
      openFiles.delete(claimed);
      throw error;
    }
  }

  /** `exists`: a file that has its tables. */
  static async #connect(
    file: string,
    claimed: string | null,
    source: StoreSource | null,
    exists: boolean,
  ): Promise<Database> {
    let instance: DuckDBInstance | undefined;
    try {
      instance = await DuckDBInstance.create(file, {
        ...settings,
        ...(claimed === null ? memorySettings : fileSettings),
        ...confinement,
      });
      const writer = await instance.connect();
      const held = exists ? await readStoreSource(writer) : null;
      const recorded = held ?? source;
      const version = exists
        ? await queryNumber(writer, 'SELECT version FROM store_version')
        : storeVersion;
      const isFormer = version < storeVersion;
      await inTransaction(writer, async () => {
        const statements = exists ? [] : createStatements();
        for (const statement of isFormer ? upgradeStatements(version) : statements) {
          await writer.run(statement);
        }
        if (isFormer) await fillStops(writer);
        if (recorded !== null && (isFormer || held === null)) {
          await writeStoreSource(writer, recorded);
        }
      });
      const readers = [];
      for (let count = 0; count < readerCount; count++) readers.push(await instance.connect());
      return new Database(instance, claimed, recorded, writer, readers);
    } catch (error) {
      instance?.closeSync();
      throw toOpenError(file, error);
    }
  }

  /** Only the connection's next user waits for `finish`. */
  async read<Result>(
    work: (reader: DuckDBConnection) => Promise<Result>,
    finish?: (reader: DuckDBConnection) => Promise<unknown>,
  ): Promise<Result> {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    this.#reading.add(isOver);
    const reader =
      this.#readers.pop() ??
      (await new Promise<DuckDBConnection>((resolve) => {
        this.#waiting.push(resolve);
      }));
    const release = (): void => {
      this.#release(reader);
      this.#reading.delete(isOver);
      end();
    };
    try {
      return await work(reader);
    } finally {
      if (finish === undefined) release();
      else void finish(reader).then(release, release);
    }
  }

  /**
   * Returns unused memory to the system now. The allocator alone does so only when it allocates again,
   * which is rare while the store is at rest. What makes it do so is a new memory limit, be it the same
   * one; that fails while queries use all of the memory, and is then left to the next time. Every five
   * minutes it evicts buffers as well. The writing connection must be free.
   */
  async releaseMemory(): Promise<void> {
    const { writer } = this;
    if (this.#memoryLimit === null) {
      const [[limit] = []] = await runQuery(writer, "SELECT current_setting('memory_limit')");
      this.#memoryLimit = String(limit);
    }
    if (Date.now() >= this.#evictAt) {
      this.#evictAt = Date.now() + evictionMilliseconds;
      await evictBuffers(this.#instance).catch(() => undefined);
    }
    await writer.run(`SET memory_limit = '${this.#memoryLimit}'`).catch(() => undefined);
  }

  #release(reader: DuckDBConnection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#readers.push(reader);
    else next(reader);
  }

  /** Waits for the reads that are under way; nothing may be read afterwards. */
  async close(): Promise<void> {
    await Promise.all(this.#reading);
    for (const reader of this.#readers) reader.closeSync();
    this.writer.closeSync();
    this.#instance.closeSync();
    if (this.#file !== null) openFiles.delete(this.#file);
  }
}

/**
 * What the store in a file records; `null` for a path without a file. A store of which nothing is
 * known counts as recorded. Throws a MarketError as `Database.open`; the file stays as it is.
 */
export async function readSourceOfStore(storePath: string): Promise<StoreSource | null> {
  const file = path.resolve(storePath);
  if (!(await checkFile(file))) return null;
  return (await inspect(file)) ?? recordedStoreSource;
}

/** Reads through what a start needs without writing, so that a bad file is left as it is. */
async function inspect(file: string): Promise<StoreSource | null> {
  let instance: DuckDBInstance | undefined;
  try {
    instance = await DuckDBInstance.create(file, {
      ...settings,
      access_mode: 'READ_ONLY',
      ...confinement,
    });
    const connection = await instance.connect();
    // A view in place of a table would run a statement of whoever made the file.
    const found = await connection.runAndReadAll(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main' AND table_type = 'BASE TABLE'",
    );
    const names = new Set(found.getRows().map(([name]) => name));
    if (!names.has('store_version')) {
      throw new MarketError(
        'bad-parameter',
        t('{0} is a DuckDB file but not an Arbscope store. Use another path.', file),
      );
    }
    const version = await queryNumber(connection, 'SELECT version FROM store_version');
    const isKnown = version >= oldestStoreVersion && version <= storeVersion;
    if (!isKnown || tablesOf(version).some((name) => !names.has(name))) {
      throw new MarketError(
        'bad-parameter',
        t(
          'The store {0} is from another version of Arbscope. Move it or use another path to rebuild it.',
          file,
        ),
      );
    }
    // Reads every value of what a start reads; the large tables are checked as they are queried.
    for (const table of startTables) {
      await connection.run(`SELECT sum(hash(${table})) FROM ${table}`);
    }
    const source = await readStoreSource(connection);
    connection.closeSync();
    return source;
  } catch (error) {
    throw toOpenError(file, error);
  } finally {
    instance?.closeSync();
  }
}
