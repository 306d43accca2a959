import type { JsonObject } from '../../api/isObject.ts';
import { JsonLinesFile } from '../jsonLinesFile.ts';
import { type LandingEntry, landingStates } from '../protocol/landingProtocol.ts';

/** Older ones are forgotten. */
const maxEntries = 2_000;
/** The file is written anew when it has grown to so many lines for each entry. */
const linesPerEntry = 8;

/** The submissions on disk, one JSON line per change, written before anything is sent. */
export class LandingJournal {
  readonly #file: JsonLinesFile | null;
  readonly #entries = new Map<string, LandingEntry>();
  #lines = 0;
  /** Why the file cannot be used. */
  #unusable: unknown = null;

  /** In memory only without a path. An unusable file stays as it is; only adding entries fails. */
  constructor(path: string | null) {
    this.#file = path === null ? null : new JsonLinesFile(path);
    try {
      for (const entry of parseLandings(this.#file?.read() ?? []))
        this.#entries.set(entry.id, entry);
      this.#compact();
    } catch (error) {
      this.#unusable = error;
    }
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
    this.#append(entry);
    this.#entries.set(entry.id, entry);
    if (this.#lines > linesPerEntry * Math.max(50, this.#entries.size)) this.#compact();
  }

  forget(id: string): void {
    if (!this.#entries.delete(id)) return;
    this.#append({ forgotten: id });
  }

  #append(line: object): void {
    if (this.#file === null) return;
    if (this.#unusable !== null) throw this.#unusable;
    this.#file.append(line);
    this.#lines += 1;
  }

  #compact(): void {
    if (this.#file === null) return;
    const kept = this.entries().slice(0, maxEntries).reverse();
    this.#entries.clear();
    for (const entry of kept) this.#entries.set(entry.id, entry);
    this.#file.replace(kept);
    this.#lines = kept.length;
  }
}

/** What a journal's lines hold, in the order in which the entries were begun. */
export function parseLandings(lines: readonly JsonObject[]): LandingEntry[] {
  const entries = new Map<string, LandingEntry>();
  for (const line of lines) {
    const entry = parseEntry(line);
    if (typeof entry === 'string') entries.delete(entry);
    else if (entry !== null) entries.set(entry.id, entry);
  }
  return [...entries.values()];
}

/** An entry, the id of a forgotten one, or `null` for a line that is neither. */
function parseEntry(value: JsonObject): LandingEntry | string | null {
  const { forgotten, id, signature, state, submittedAtMilliseconds } = value;
  if (typeof forgotten === 'string') return forgotten;
  const isEntry =
    typeof id === 'string' &&
    typeof signature === 'string' &&
    typeof submittedAtMilliseconds === 'number' &&
    landingStates.some((known) => known === state);
  return isEntry ? (value as unknown as LandingEntry) : null;
}
