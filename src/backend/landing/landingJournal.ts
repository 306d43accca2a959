import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseJsonLine, stringifyWithBigints } from '../protocol/bigintJson.ts';
import { type LandingEntry, landingStates } from '../protocol/landingProtocol.ts';

/** Older ones are forgotten. */
const maxEntries = 2_000;
/** The file is written anew when it has grown to so many lines for each entry. */
const linesPerEntry = 8;
const privateMode = 0o600;

/**
 * The submissions on disk, one line of JSON for each change, so that a death at any moment leaves
 * at least what was known before it. Written at once: what is not written was not sent.
 */
export class LandingJournal {
  readonly #path: string | null;
  readonly #entries = new Map<string, LandingEntry>();
  #lines = 0;

  /** In memory alone without a path. Throws an Error where the file cannot be written. */
  constructor(path: string | null) {
    this.#path = path;
    if (path === null) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const { entries, lines } = parseLandings(readFileIfPresent(path));
    for (const entry of entries) this.#entries.set(entry.id, entry);
    this.#lines = lines;
    this.#compact();
  }

  /** The newest first. */
  entries(): LandingEntry[] {
    return [...this.#entries.values()].sort(
      (first, second) => second.submittedAtMilliseconds - first.submittedAtMilliseconds,
    );
  }

  get(id: string): LandingEntry | undefined {
    return this.#entries.get(id);
  }

  /** Throws an Error where it cannot be written. */
  put(entry: LandingEntry): void {
    this.#append(stringifyWithBigints(entry));
    this.#entries.set(entry.id, entry);
    if (this.#lines > linesPerEntry * Math.max(50, this.#entries.size)) this.#compact();
  }

  forget(id: string): void {
    if (!this.#entries.delete(id)) return;
    this.#append(JSON.stringify({ forgotten: id }));
  }

  #append(line: string): void {
    if (this.#path === null) return;
    appendFileSync(this.#path, `${line}\n`, { mode: privateMode });
    this.#lines += 1;
  }

  #compact(): void {
    if (this.#path === null) return;
    const kept = this.entries().slice(0, maxEntries).reverse();
    this.#entries.clear();
    for (const entry of kept) this.#entries.set(entry.id, entry);
    const text = kept.map((entry) => `${stringifyWithBigints(entry)}\n`).join('');
    const fresh = `${this.#path}.new`;
    writeFileSync(fresh, text, { mode: privateMode });
    chmodSync(fresh, privateMode);
    renameSync(fresh, this.#path);
    this.#lines = kept.length;
  }
}

/** What a journal's text holds, in the order in which the entries were begun. */
export function parseLandings(text: string): {
  readonly entries: readonly LandingEntry[];
  readonly lines: number;
} {
  const entries = new Map<string, LandingEntry>();
  const lines = text.split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const entry = parseEntry(line);
    if (typeof entry === 'string') entries.delete(entry);
    else if (entry !== null) entries.set(entry.id, entry);
  }
  return { entries: [...entries.values()], lines: lines.length };
}

function readFileIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** An entry, the id of a forgotten one, or `null` for a line that was cut off. */
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
