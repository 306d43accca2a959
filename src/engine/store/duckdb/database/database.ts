import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { t } from '@vscode/l10n';
import { maxArbitrages } from '../../../../api/limits.ts';
import { MarketError } from '../../../../api/marketError.ts';
import { checkStoreSource, recordedStoreSource, type StoreSource } from '../../storeSource.ts';
import { inTransaction, queryNumber, runQuery } from './query.ts';
import { readStoreSource, writeStoreSource } from './sourceRecord.ts';
import { checkFile, createLockedError, makePrivate, toOpenError } from './storeFile.ts';
import {
  createStatements,
  firstVersionWithStops,
  oldestStoreVersion,
  startTables,
  storeVersion,
  tablesOf,
  upgradeStatements,
} from './tables.ts';
import { fillStops } from './upgradeStops.ts';

export const inMemoryPath = ':memory:';

/** Connections for reads. On two cores, more bring no gain. */
const readerCount = 3;

/** Files open in this process: a file lock does not exclude the process that owns it. */
const openFiles = new Set<string>();

const settings = {
  // No statement may load an extension.
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  // More threads would take cores from the editor and the bot.
  threads: String(Math.min(4, availableParallelism())),
  // Returns unused memory to the system in the background, and after tasks that allocate this much,
  // not only at the next allocation. The defaults are 128 and 512 MB; with 4 MB, statements over a
  // day took up to a third longer.
  allocator_background_threads: 'true',
  allocator_flush_threshold: '16MB',
  allocator_bulk_deallocation_flush_threshold: '16MB',
  // Counts groups by bucket of an amount in an array instead of a hash table (value in bits). For more
  // groups, such as those of totals by wallet or route stop, filling the array takes most of the time.
  perfect_ht_threshold: '15',
  // Up to this many rows are fetched by position; beyond that, the details of all rows are
  // unpacked.
  dynamic_or_filter_threshold: String(maxArbitrages),
} as const;

/**
 * DuckDB evicts pages under pressure, and large statements spill to disk next to the file. A higher
 * limit only duplicates the system's page cache: with 384 MB, over a day of a million arbitrages, a
 * single operation is faster (transactions of wallets: 50 instead of 80 ms).
 */
const fileSettings = { memory_limit: '128MB' } as const;
/** A store in memory must not spill to disk. */
const memorySettings = { temp_directory: '' } as const;
/** Keeps statements, including views in the file, from other files. */
const confinedSettings = (options: Readonly<Record<string, string>>) => ({
  ...settings,
  ...options,
  // Must be last: it locks other settings.
  enable_external_access: 'false',
});

/** Reads what a store keeps in memory. */
type Restore<State> = (connection: DuckDBConnection) => Promise<State>;

export class Database {
  readonly writer: DuckDBConnection;
  /** As recorded; `null` if the store was never opened with a source. */
  readonly source: StoreSource | null;
  readonly #instance: DuckDBInstance;
  readonly #file: string | null;
  readonly #readers: DuckDBConnection[];
  readonly #reading = new Set<Promise<void>>();
  readonly #waiting: ((reader: DuckDBConnection) => void)[] = [];
  /** DuckDB's own rendering. Read once: DuckDB rounds it down each time. */
  #memoryLimit: string | null = null;

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
   * Opens or creates `storePath` with mode 0600, and reads its state with `restore`. The process's
   * umask decides the mode of the write-ahead log. Throws a MarketError with advice, without touching
   * the file, if it is locked, damaged, of another version or source, or not a regular file.
   * Statements cannot access other files. Without a source, opens a store of any source.
   */
  static async open<State>(
    storePath: string,
    source: StoreSource | null,
    restore: Restore<State>,
  ): Promise<{ readonly database: Database; readonly state: State }> {
    if (storePath === inMemoryPath) {
      const database = await Database.#connect(inMemoryPath, null, source, false);
      return { database, state: await restore(database.writer) };
    }
    const file = path.resolve(storePath);
    const exists = await checkFile(file);
    const claimed = exists ? await realpath(file) : file;
    if (openFiles.has(claimed)) throw createLockedError(file, 'own');
    openFiles.add(claimed);
    try {
      const check = (held: StoreSource) => {
        if (source !== null) checkStoreSource(file, held, source);
      };
      const found = exists ? await inspect(file, check, restore) : null;
      const database = await Database.#connect(file, claimed, source, found !== null);
      await makePrivate(file);
      return { database, state: found?.state ?? (await database.#restore(restore, file)) };
    } catch (error) {
      openFiles.delete(claimed);
      throw error;
    }
  }

  /** `exists`: the file already has its tables. */
  static async #connect(
    file: string,
    claimed: string | null,
    source: StoreSource | null,
    exists: boolean,
  ): Promise<Database> {
    let instance: DuckDBInstance | undefined;
    try {
      const options = claimed === null ? memorySettings : fileSettings;
      instance = await DuckDBInstance.create(file, confinedSettings(options));
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
        if (version < firstVersionWithStops) await fillStops(writer);
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

  async #restore<State>(restore: Restore<State>, file: string): Promise<State> {
    try {
      return await restore(this.writer);
    } catch (error) {
      await this.close();
      throw toOpenError(file, error);
    }
  }

  /** Returns before `finish` ends; only the next user of the connection waits for it. */
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
   * Returns unused memory to the system. The allocator does so only when it allocates, which is
   * rare in an idle store; setting the memory limit, even to the same value, triggers it. That
   * fails while queries use all memory, and is then left to the next call. The writing connection
   * must be free.
   */
  async releaseMemory(): Promise<void> {
    const { writer } = this;
    if (this.#memoryLimit === null) {
      const [[limit] = []] = await runQuery(writer, "SELECT current_setting('memory_limit')");
      this.#memoryLimit = String(limit);
    }
    await writer.run(`SET memory_limit = '${this.#memoryLimit}'`).catch(() => undefined);
  }

  #release(reader: DuckDBConnection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#readers.push(reader);
    else next(reader);
  }

  /** Waits for running reads; no read may start afterwards. */
  async close(): Promise<void> {
    await Promise.all(this.#reading);
    for (const reader of this.#readers) reader.closeSync();
    this.writer.closeSync();
    this.#instance.closeSync();
    if (this.#file !== null) openFiles.delete(this.#file);
  }
}

/**
 * The recorded source of a store; `null` if the file does not exist or is an empty database. A store without a source
 * counts as recorded. Throws a MarketError like `Database.open`; does not change the file.
 */
export async function readSourceOfStore(storePath: string): Promise<StoreSource | null> {
  const file = path.resolve(storePath);
  if (!(await checkFile(file))) return null;
  const found = await inspect(
    file,
    () => undefined,
    () => Promise.resolve(),
  );
  return found === null ? null : (found.source ?? recordedStoreSource);
}

const isEmpty = async (connection: DuckDBConnection): Promise<boolean> =>
  (await queryNumber(
    connection,
    `SELECT ((SELECT count(*) FROM duckdb_tables()) + (SELECT count(*) FROM duckdb_sequences())
             + (SELECT count(*) FROM duckdb_views() WHERE NOT internal)
             + (SELECT count(*) FROM duckdb_schemas() WHERE NOT internal AND schema_name <> 'main'))::UINTEGER`,
  )) === 0;

interface Inspected<State> {
  readonly source: StoreSource | null;
  /** Missing for a former version, which `restore` cannot read before its upgrade. */
  readonly state?: State;
}

/**
 * Reads all data needed at startup in read-only mode, so that a bad file stays unchanged: to open it
 * for writing would move its log into it. `null` if the file is an empty database, as a process leaves
 * that was killed while it created the store.
 */
async function inspect<State>(
  file: string,
  check: (source: StoreSource) => void,
  restore: Restore<State>,
): Promise<Inspected<State> | null> {
  let instance: DuckDBInstance | undefined;
  try {
    instance = await DuckDBInstance.create(file, confinedSettings({ access_mode: 'READ_ONLY' }));
    const connection = await instance.connect();
    // A view in place of a table could run a statement of the file's author.
    const found = await connection.runAndReadAll(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main' AND table_type = 'BASE TABLE'",
    );
    const names = new Set(found.getRows().map(([name]) => name));
    if (names.size === 0 && (await isEmpty(connection))) {
      connection.closeSync();
      return null;
    }
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
    // Reads every value of the startup tables; large tables are checked when queried.
    for (const table of startTables.filter((name) => names.has(name))) {
      await connection.run(`SELECT sum(hash(${table})) FROM ${table}`);
    }
    const source = await readStoreSource(connection);
    if (source !== null) check(source);
    const inspected =
      version === storeVersion ? { source, state: await restore(connection) } : { source };
    connection.closeSync();
    return inspected;
  } catch (error) {
    throw toOpenError(file, error);
  } finally {
    instance?.closeSync();
  }
}
