import { LRUCache } from 'lru-cache';
import { type OperationName, operations } from '../../api/operations.ts';
import { validateResponse } from '../../api/validation.ts';
import { JournalFile } from '../../engine/store/journalFile.ts';
import { parseJsonLine, parseWithBigints } from '../protocol/bigintJson.ts';

export interface PersistedResponse {
  readonly result: unknown;
  readonly atMilliseconds: number;
}

interface Line {
  readonly atMilliseconds: number;
  /** JSON of the result as in the file; parsed on demand. */
  readonly text: string;
}

export interface PersistentCacheLimits {
  readonly answers: number;
  readonly bytes: number;
}

const defaultLimits: PersistentCacheLimits = { answers: 10_000, bytes: 32 * 1024 * 1024 };
/** The file is compacted at this multiple of its target size. */
const compactionFactor = 1.5;
const lineVersion = 1;

/**
 * A bounded journal of lines without keys. Damaged lines are skipped. An unreadable file is left
 * unchanged, and nothing is then persisted.
 */
export class PersistentResponseCache {
  readonly #file: JournalFile;
  readonly #limits: PersistentCacheLimits;
  readonly #lines: LRUCache<string, Line>;
  #isUsable = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, limits: PersistentCacheLimits) {
    this.#limits = limits;
    // A file far above the target size has another writer; do not read it.
    this.#file = new JournalFile(path, limits.bytes * compactionFactor * 4);
    this.#lines = new LRUCache<string, Line>({
      max: limits.answers,
      maxSize: limits.bytes,
      sizeCalculation: ({ text }) => Math.max(1, text.length),
    });
  }

  /** Reads the file; never throws. */
  static async open(path: string, limits = defaultLimits): Promise<PersistentResponseCache> {
    const cache = new PersistentResponseCache(path, limits);
    await cache.#read();
    return cache;
  }

  async close(): Promise<void> {
    await this.#writing;
  }

  async #read(): Promise<void> {
    try {
      // Later lines override earlier ones, and are evicted last.
      this.#isUsable = await this.#file.readInPieces((line) => {
        const read = parseLine(line);
        if (read !== null) this.#lines.set(read.key, read);
      });
    } catch {
      this.#isUsable = false;
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
    // If this fails, the response is only kept in memory.
    this.#writing = this.#writing.then(() => this.#write(line)).catch(() => undefined);
  }

  async #write(line: string): Promise<void> {
    if (!this.#isUsable) return;
    this.#file.append(line);
    if (this.#file.bytes <= this.#limits.bytes * compactionFactor) return;
    // Includes the lines of windows of another version.
    if (!this.#file.isCurrent) await this.#read();
    if (this.#isUsable) await this.#file.replaceInPieces(this.#format());
  }

  *#format(): Generator<string> {
    // Reading reorders the cache, so copy the keys first.
    for (const key of [...this.#lines.rkeys()]) {
      const line = this.#lines.peek(key);
      if (line !== undefined) yield formatLine(operationOf(key), key, line);
    }
  }
}

const operationOf = (key: string): string => key.slice(0, key.indexOf(' '));

const formatLine = (operation: string, key: string, { atMilliseconds, text }: Line): string =>
  `${JSON.stringify({ v: lineVersion, operation, key, at: atMilliseconds })}\t${text}`;

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
