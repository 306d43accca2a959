import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { LRUCache } from 'lru-cache';
import { type OperationName, operations } from '../../api/operations.ts';
import { validateResponse } from '../../api/validation.ts';
import { parseJsonLine, parseWithBigints } from '../protocol/bigintJson.ts';

export interface PersistedResponse {
  readonly result: unknown;
  readonly atMilliseconds: number;
}

interface Line {
  readonly atMilliseconds: number;
  /** JSON of the result, as it is in the file: parsed only when it is asked for. */
  readonly text: string;
}

export interface PersistentCacheLimits {
  readonly answers: number;
  readonly bytes: number;
}

const defaultLimits: PersistentCacheLimits = { answers: 10_000, bytes: 32 * 1024 * 1024 };
/** The file is written anew when it is this many times what it may hold. */
const compactionFactor = 1.5;
const lineVersion = 1;

/**
 * Answers of a service that outlast a session: a file of lines, for this user alone, bounded, with
 * nothing of a key in it. A line that is damaged is left out. Nothing waits for it to be written,
 * and a file that cannot be written only costs what it would have saved.
 */
export class PersistentResponseCache {
  readonly #path: string;
  readonly #limits: PersistentCacheLimits;
  readonly #lines: LRUCache<string, Line>;
  #file: FileHandle | null;
  #fileBytes: number;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    path: string,
    limits: PersistentCacheLimits,
    file: FileHandle | null,
    fileBytes: number,
    lines: LRUCache<string, Line>,
  ) {
    this.#path = path;
    this.#limits = limits;
    this.#file = file;
    this.#fileBytes = fileBytes;
    this.#lines = lines;
  }

  /** Reads what is there; never throws. */
  static async open(path: string, limits = defaultLimits): Promise<PersistentResponseCache> {
    const lines = new LRUCache<string, Line>({
      max: limits.answers,
      maxSize: limits.bytes,
      sizeCalculation: ({ text }) => Math.max(1, text.length),
    });
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const flags =
        constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
      const file = await open(path, flags, 0o600);
      await file.chmod(0o600);
      const { size } = await file.stat();
      // What is far too large was not written by this.
      if (size <= limits.bytes * compactionFactor * 4) await readLines(file, lines);
      return new PersistentResponseCache(path, limits, file, size, lines);
    } catch {
      lines.clear();
      return new PersistentResponseCache(path, limits, null, 0, lines);
    }
  }

  get(operation: OperationName, key: string): PersistedResponse | null {
    const line = this.#lines.get(key);
    if (line === undefined) return null;
    try {
      const result = validateResponse(operation, parseWithBigints(line.text));
      return { result, atMilliseconds: line.atMilliseconds };
    } catch {
      this.#lines.delete(key);
      return null;
    }
  }

  *entriesOf(operation: OperationName): Generator<readonly [unknown, unknown]> {
    for (const key of [...this.#lines.rkeys()]) {
      if (operationOf(key) !== operation) continue;
      const found = this.get(operation, key);
      if (found !== null) yield [JSON.parse(key.slice(operation.length + 1)), found.result];
    }
  }

  set(operation: OperationName, key: string, text: string, atMilliseconds: number): void {
    this.#lines.set(key, { atMilliseconds, text });
    const line = formatLine(operation, key, { atMilliseconds, text });
    this.#writing = this.#writing.then(() => this.#write(line)).catch(() => undefined);
  }

  /** Resolves when all is written. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.close().catch(() => undefined);
    this.#file = null;
  }

  async #write(line: string): Promise<void> {
    if (this.#file === null) return;
    await this.#file.appendFile(line);
    this.#fileBytes += Buffer.byteLength(line);
    if (this.#fileBytes > this.#limits.bytes * compactionFactor) await this.#compact();
  }

  /** Written aside and put in place, so that a break loses nothing. */
  async #compact(): Promise<void> {
    const aside = `${this.#path}.${process.pid}`;
    const file = await open(aside, 'wx+', 0o600);
    try {
      let bytes = 0;
      // Reading moves lines within the cache: the keys are taken first.
      for (const key of [...this.#lines.rkeys()]) {
        const line = this.#lines.peek(key);
        if (line === undefined) continue;
        const text = formatLine(operationOf(key), key, line);
        await file.appendFile(text);
        bytes += Buffer.byteLength(text);
      }
      await rename(aside, this.#path);
      await this.#file?.close();
      this.#file = file;
      this.#fileBytes = bytes;
    } catch (error) {
      await file.close();
      await rm(aside, { force: true });
      throw error;
    }
  }
}

const operationOf = (key: string): string => key.slice(0, key.indexOf(' '));

const formatLine = (operation: string, key: string, { atMilliseconds, text }: Line): string =>
  `${JSON.stringify({ v: lineVersion, operation, key, at: atMilliseconds })}\t${text}\n`;

async function readLines(file: FileHandle, lines: LRUCache<string, Line>): Promise<void> {
  const stream = file.createReadStream({ start: 0, autoClose: false, encoding: 'utf8' });
  for await (const line of createInterface({
    input: stream,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const read = parseLine(line);
    // The newest counts, and is the last to go.
    if (read !== null) lines.set(read.key, read);
  }
}

function parseLine(line: string): (Line & { readonly key: string }) | null {
  const tab = line.indexOf('\t');
  if (tab === -1) return null;
  const head = parseJsonLine(line.slice(0, tab));
  if (head?.['v'] !== lineVersion) return null;
  const { operation, key, at } = head;
  if (typeof operation !== 'string' || !Object.hasOwn(operations, operation)) return null;
  if (typeof key !== 'string' || typeof at !== 'number') return null;
  return operationOf(key) === operation
    ? { key, atMilliseconds: at, text: line.slice(tab + 1) }
    : null;
}
