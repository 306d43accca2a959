import type { OperationName } from '../../api/operations.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type { PersistentResponseCache } from './persistentResponseCache.ts';
import { responseTtl } from './responseTtl.ts';

interface Entry {
  readonly response: CallResponse;
  readonly atMilliseconds: number;
  readonly untilMilliseconds: number;
  readonly characters: number;
}

/** Of all answers, as JSON. */
const maxCharacters = 16 * 1024 * 1024;
/** A larger answer is asked for again: it would put out all others. */
const maxEntryCharacters = 2 * 1024 * 1024;

/**
 * Answers of one connection while they are as good as new ones; those that last are in files as
 * well. What is used least lately goes first.
 */
export class ResponseCache {
  readonly #persistent: PersistentResponseCache | null;
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(kept: PersistentResponseCache | null) {
    this.#persistent = kept;
  }

  /** A cached response, with the time at which it was given. */
  get(operation: OperationName, key: string): CallResponse | null {
    const entry = this.#entries.get(key);
    const now = Date.now();
    if (entry !== undefined) {
      this.#remove(key, entry);
      if (now < entry.untilMilliseconds) {
        this.#insert(key, entry);
        return { ...entry.response, cachedAtMilliseconds: entry.atMilliseconds };
      }
    }
    const found = this.#persistent?.get(operation, key) ?? null;
    if (found === null) return null;
    const { result, atMilliseconds } = found;
    const lifetime = responseTtl(operation, result, now);
    if (lifetime === null || now - atMilliseconds >= lifetime.milliseconds) return null;
    return { result, cachedAtMilliseconds: atMilliseconds };
  }

  /** Parameters and results of the token infos that were kept over sessions. */
  persistedTokenInfos(): Iterable<readonly [unknown, unknown]> {
    return this.#persistent?.entriesOf('tokenInfo') ?? [];
  }

  /** Keeps an answer that was just given; `text` is the JSON of its result. */
  set(operation: OperationName, key: string, response: CallResponse, text: string): void {
    const now = Date.now();
    const lifetime = responseTtl(operation, response.result, now);
    if (lifetime === null) return;
    if (text.length > maxEntryCharacters) return;
    const before = this.#entries.get(key);
    if (before !== undefined) this.#remove(key, before);
    this.#insert(key, {
      response,
      atMilliseconds: now,
      untilMilliseconds: now + lifetime.milliseconds,
      characters: text.length,
    });
    // One with a member that could not be read may be whole the next time.
    if (lifetime.isPersistent === true && response.faults === undefined) {
      this.#persistent?.set(operation, key, text, now);
    }
  }

  #insert(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#characters += entry.characters;
    for (const [oldest, old] of this.#entries) {
      if (this.#characters <= maxCharacters) break;
      this.#remove(oldest, old);
    }
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#characters -= entry.characters;
  }
}
