import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { JournalFile } from '../../engine/store/journalFile.ts';
import { parseJsonLine, stringifyWithBigints } from '../protocol/bigintJson.ts';
import {
  type JournalProblem,
  type LandingEntry,
  landingStates,
} from '../protocol/landingProtocol.ts';

/** Older entries are deleted. */
const maxEntries = 2_000;
/** The file is rewritten when it has this many lines per entry. */
const linesPerEntry = 8;

/**
 * One JSON line per change. Windows of another version write to the same file. An unusable file is
 * left unchanged and blocks new landings; each access tries it again.
 */
export class LandingJournal {
  readonly #file: JournalFile | null;
  readonly #onProblem: (problem: JournalProblem | null) => void;
  readonly #entries = new Map<string, LandingEntry>();
  readonly #unwritten = new Map<string, LandingEntry | { readonly forgotten: string }>();
  #lines = 0;
  #problem: JournalProblem | null = null;
  /** Why the file could not be read; its content is then unknown. */
  #unreadable: Error | null = null;

  /** Without a path, entries are only kept in memory. The file is read at the first access. */
  constructor(
    path: string | null,
    onProblem: (problem: JournalProblem | null) => void = () => undefined,
    maxBytes?: number,
  ) {
    this.#file = path === null ? null : new JournalFile(path, maxBytes);
    this.#onProblem = onProblem;
  }

  /** Why no landing can begin, as of the last disk access. */
  get problem(): JournalProblem | null {
    return this.#problem;
  }

  /** Reads and compacts the file. An error becomes the problem. */
  open(): void {
    this.#readNew();
    if (this.#entries.size > 0) this.#compact();
  }

  /** Newest first. */
  entries(): LandingEntry[] {
    this.#readNew();
    return [...this.#entries.values()].sort(
      (first, second) => second.submittedAtMilliseconds - first.submittedAtMilliseconds,
    );
  }

  get(id: string): LandingEntry | undefined {
    return this.#entries.get(id);
  }

  /**
   * A new entry is synced to disk when this returns; if that fails, it is not kept and an Error is
   * thrown. A changed entry is at least kept in memory, and written to disk as soon as possible.
   */
  put(entry: LandingEntry): void {
    const isNew = !this.#entries.has(entry.id);
    if (isNew) this.#writeNew(entry);
    this.#entries.set(entry.id, entry);
    if (!isNew) this.#writeLater(entry.id, entry);
    if (this.#lines > linesPerEntry * Math.max(50, this.#entries.size)) this.#compact();
  }

  forget(id: string): void {
    if (this.#entries.delete(id)) this.#writeLater(id, { forgotten: id });
  }

  /** Throws an Error if the file cannot be read or written. */
  #writeNew(entry: LandingEntry): void {
    this.#readNew();
    if (this.#unreadable !== null) throw this.#unreadable;
    this.#write([entry], true);
  }

  #writeLater(id: string, line: LandingEntry | { readonly forgotten: string }): void {
    this.#unwritten.set(id, line);
    if (this.#unreadable !== null) return;
    try {
      this.#write([], false);
    } catch {
      // `problem` reports the error.
    }
  }

  /** Also writes all earlier changes that failed. */
  #write(added: readonly LandingEntry[], sync: boolean): void {
    const lines = [...this.#unwritten.values(), ...added].map(stringifyWithBigints);
    try {
      this.#file?.append(lines, { sync });
    } catch (error) {
      throw this.#fail(error);
    }
    this.#lines += lines.length;
    this.#unwritten.clear();
    this.#setProblem(null);
  }

  /** Reads what other processes have written; at first, the whole file. */
  #readNew(): void {
    if (this.#file === null || this.#file.isCurrent) return;
    this.#lines = 0;
    try {
      const isWhole = this.#file.read((line) => this.#apply(line));
      if (!isWhole) throw new Error(t('The file is too large'));
      if (this.#unreadable !== null) this.#setProblem(null);
      this.#unreadable = null;
    } catch (error) {
      this.#unreadable = this.#fail(error);
    }
    for (const [id, line] of this.#unwritten) {
      if ('forgotten' in line) this.#entries.delete(id);
      else this.#entries.set(id, line);
    }
  }

  #apply(line: string): void {
    const entry = parseEntry(line);
    if (entry === null) return;
    this.#lines += 1;
    if (typeof entry === 'string') this.#entries.delete(entry);
    else this.#entries.set(entry.id, entry);
    // Bounds the memory for a file from another writer.
    const [first] = this.#entries.size > 2 * maxEntries ? this.#entries.keys() : [];
    if (first !== undefined) this.#entries.delete(first);
  }

  #compact(): void {
    const kept = this.entries().slice(0, maxEntries).reverse();
    if (this.#unreadable !== null) return;
    this.#entries.clear();
    for (const entry of kept) this.#entries.set(entry.id, entry);
    // If compaction fails, it is tried again after as many more lines.
    this.#lines = kept.length;
    try {
      if (this.#file?.replace(kept.map(stringifyWithBigints)) === true) this.#unwritten.clear();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): Error {
    const path = this.#file?.path ?? '';
    const reason = errorMessage(error);
    this.#setProblem({ path, reason });
    return new Error(`${path}: ${reason}`, { cause: error });
  }

  #setProblem(problem: JournalProblem | null): void {
    const isSame =
      this.#problem?.path === problem?.path && this.#problem?.reason === problem?.reason;
    this.#problem = problem;
    if (!isSame) this.#onProblem(problem);
  }
}

/** In the order in which they were begun. */
export function parseLandings(lines: readonly string[]): LandingEntry[] {
  const entries = new Map<string, LandingEntry>();
  for (const line of lines) {
    const entry = parseEntry(line);
    if (typeof entry === 'string') entries.delete(entry);
    else if (entry !== null) entries.set(entry.id, entry);
  }
  return [...entries.values()];
}

/** An entry, the id of a deleted one, or `null` for an invalid line. */
function parseEntry(line: string): LandingEntry | string | null {
  const value = parseJsonLine(line);
  if (value === null) return null;
  const { forgotten, id, signature, state, submittedAtMilliseconds } = value;
  if (typeof forgotten === 'string') return forgotten;
  const isEntry =
    typeof id === 'string' &&
    typeof signature === 'string' &&
    typeof submittedAtMilliseconds === 'number' &&
    landingStates.some((known) => known === state);
  return isEntry ? (value as unknown as LandingEntry) : null;
}
