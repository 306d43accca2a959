import { constants } from 'node:fs';
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import { errorCode } from '../fileError.ts';
import { inTransaction } from './query.ts';
import { createStatements, startTables, storeVersion, tableNames } from './tables.ts';

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
  // Groups by place number are counted in an array rather than in a hash table (in bits).
  perfect_ht_threshold: '18',
} as const;

/** A file's pages are given up under pressure, and large statements spill beside it. */
const fileSettings = { memory_limit: '384MB' } as const;
/** What is in memory has nowhere to go; nothing is written to disk for it. */
const memorySettings = { temp_directory: '' } as const;

/** An open store file, or one in memory, with its tables made. */
export class Database {
  readonly writer: DuckDBConnection;
  readonly #instance: DuckDBInstance;
  readonly #file: string | null;
  readonly #readers: DuckDBConnection[];
  readonly #finishing = new Set<Promise<void>>();
  readonly #waiting: ((reader: DuckDBConnection) => void)[] = [];

  private constructor(
    instance: DuckDBInstance,
    file: string | null,
    writer: DuckDBConnection,
    readers: DuckDBConnection[],
  ) {
    this.#instance = instance;
    this.#file = file;
    this.writer = writer;
    this.#readers = readers;
  }

  /**
   * Opens `storePath`, or makes it with mode 0600. Throws a MarketError that says what to do when
   * it is locked, damaged, of another version or not an ordinary file; the file is then untouched.
   * Statements reach no other file.
   */
  static async open(storePath: string): Promise<Database> {
    if (storePath === inMemoryPath) return Database.#connect(inMemoryPath, null, false);
    const file = path.resolve(storePath);
    const exists = await checkFile(file);
    const claimed = exists ? await realpath(file) : file;
    if (openFiles.has(claimed)) throw createLockedError(file);
    openFiles.add(claimed);
    try {
      // DuckDB makes its files, the write-ahead log among them, with the process's own mask.
      process.umask(0o077);
      if (exists) await inspect(file);
      const database = await Database.#connect(file, claimed, exists);
      await chmod(file, constants.S_IRUSR | constants.S_IWUSR);
      return database;
    } catch (error) {
      openFiles.delete(claimed);
      throw error;
    }
  }

  /** `exists`: a file that has its tables. */
  static async #connect(file: string, claimed: string | null, exists: boolean): Promise<Database> {
    let instance: DuckDBInstance | undefined;
    try {
      instance = await DuckDBInstance.create(file, {
        ...settings,
        ...(claimed === null ? memorySettings : fileSettings),
      });
      const writer = await instance.connect();
      if (!exists) {
        await inTransaction(writer, async () => {
          for (const statement of createStatements()) await writer.run(statement);
        });
      }
      await writer.run(forbidFileAccess);
      const readers = [];
      for (let count = 0; count < readerCount; count++) readers.push(await instance.connect());
      return new Database(instance, claimed, writer, readers);
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
    const reader =
      this.#readers.pop() ??
      (await new Promise<DuckDBConnection>((resolve) => {
        this.#waiting.push(resolve);
      }));
    try {
      return await work(reader);
    } finally {
      if (finish === undefined) this.#release(reader);
      else {
        const finishing = finish(reader)
          .catch(() => undefined)
          .then(() => this.#release(reader));
        this.#finishing.add(finishing);
        void finishing.then(() => this.#finishing.delete(finishing));
      }
    }
  }

  #release(reader: DuckDBConnection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#readers.push(reader);
    else next(reader);
  }

  /** No statement may be under way but those that end a read. */
  async close(): Promise<void> {
    await Promise.all(this.#finishing);
    for (const reader of this.#readers) reader.closeSync();
    this.writer.closeSync();
    this.#instance.closeSync();
    if (this.#file !== null) openFiles.delete(this.#file);
  }
}

/** Keeps every statement away from files other than the store's own. */
const forbidFileAccess = 'SET enable_external_access = false';

/** True when the file is there. Refuses what is no ordinary file; makes the folder when missing. */
async function checkFile(file: string): Promise<boolean> {
  try {
    const found = await lstat(file);
    if (found.isSymbolicLink()) {
      throw new MarketError(
        'bad-parameter',
        t('The store {0} is a symbolic link. Use the path of the file itself.', file),
      );
    }
    if (!found.isFile()) {
      throw new MarketError(
        'bad-parameter',
        t('The store {0} is not a file. Use another path.', file),
      );
    }
    return true;
  } catch (error) {
    if (MarketError.is(error)) throw error;
    if (errorCode(error) !== 'ENOENT') throw toOpenError(file, error);
  }
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toOpenError(file, error);
  }
  return false;
}

/** Reads through what a start needs without writing, so that a bad file is left as it is. */
async function inspect(file: string): Promise<void> {
  let instance: DuckDBInstance | undefined;
  try {
    instance = await DuckDBInstance.create(file, { ...settings, access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    await connection.run(forbidFileAccess);
    const found = await connection.runAndReadAll(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'",
    );
    const names = new Set(found.getRows().map(([name]) => name));
    if (!names.has('store_version')) {
      throw new MarketError(
        'bad-parameter',
        t('{0} is a DuckDB file but not an Arbscope store. Use another path.', file),
      );
    }
    const version = await connection.runAndReadAll('SELECT version FROM store_version');
    if (version.getRows()[0]?.[0] !== storeVersion || tableNames.some((name) => !names.has(name))) {
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
    connection.closeSync();
  } catch (error) {
    throw toOpenError(file, error);
  } finally {
    instance?.closeSync();
  }
}

const lockedErrors = new WeakSet<MarketError>();

/** Whether a store could not be opened because somebody has it open. */
export const isStoreLocked = (error: unknown): boolean =>
  MarketError.is(error) && lockedErrors.has(error);

function createLockedError(file: string, cause?: unknown): MarketError {
  const error = new MarketError(
    'service-failing',
    t('Another process uses the store {0}. Close it, or use another path.', file),
    { cause },
  );
  lockedErrors.add(error);
  return error;
}

function toOpenError(file: string, error: unknown): MarketError {
  if (MarketError.is(error)) return error;
  // The bundle's own stand-in (esbuild.mjs) where the platform's part is not in the package.
  if (errorCode(error) === 'NO_DUCKDB') {
    return new MarketError(
      'service-failing',
      t(
        'This package has no DuckDB build for this machine: Sandbox and Node connections do not work. Use a Service connection.',
      ),
      { cause: error },
    );
  }
  const text = errorMessage(error);
  if (/could not set lock|conflicting lock|being used by another process/i.test(text)) {
    return createLockedError(file, error);
  }
  if (/permission denied|EACCES|EPERM|read-only file system|no space left|EROFS/i.test(text)) {
    return new MarketError(
      'service-failing',
      t(
        'Could not open the store {0}: {1}. Check the permissions of the file and its folder.',
        file,
        firstLine(text),
      ),
      { cause: error },
    );
  }
  return new MarketError(
    'service-failing',
    t(
      'The store {0} is damaged or not a store: {1}. Move it or use another path to rebuild it.',
      file,
      firstLine(text),
    ),
    { cause: error },
  );
}

/** DuckDB appends stack traces and advice to its messages. */
function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/\.$/, '');
}
