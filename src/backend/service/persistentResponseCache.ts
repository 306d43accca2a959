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
 * Answers of a service that outlast a session: a journal of lines, bounded, with nothing of a key in
 * it. A line that is damaged is left out. A file that cannot be read stays as it is; one that cannot
 * be used only costs what it would have saved.
 */
export class PersistentResponseCache {
  readonly #file: JournalFile;
  readonly #limits: PersistentCacheLimits;
  readonly #lines: LRUCache<string, Line>;
  #isUsable = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, limits: PersistentCacheLimits) {
    this.#limits = limits;
    // What is far larger than it becomes was not written by this.
    this.#file = new JournalFile(path, limits.bytes * compactionFactor * 4);
    this.#lines = new LRUCache<string, Line>({
      max: limits.answers,
      maxSize: limits.bytes,
      sizeCalculation: ({ text }) => Math.max(1, text.length),
    });
  }

  /** Reads what is there; never throws. */
  static async open(path: string, limits = defaultLimits): Promise<PersistentResponseCache> {
    const cache = new PersistentResponseCache(path, limits);
    await cache.#read();
    return cache;
  }

  /** Resolves when all is written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #read(): Promise<void> {
    try {
      // The newest counts, and is the last to go.
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
    // Where it fails, it is kept in memory.
    this.#writing = this.#writing.then(() => this.#write(line)).catch(() => undefined);
  }

  async #write(line: string): Promise<void> {
    if (!this.#isUsable) return;
    this.#file.append(line);
    if (this.#file.bytes <= this.#limits.bytes * compactionFactor) return;
    // Those of a window of another version as well.
    if (!this.#file.isCurrent) await this.#read();
    if (this.#isUsable) await this.#file.replaceInPieces(this.#format());
  }

  *#format(): Generator<string> {
    // Reading moves lines within the cache: the keys are taken first.
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
