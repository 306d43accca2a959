import { LRUCache } from 'lru-cache';
import { isObject } from '../../api/isObject.ts';
import type { OperationName } from '../../api/operations.ts';
import { stringifyWithBigints } from '../protocol/bigintJson.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type { PersistentResponseCache } from './persistentResponseCache.ts';
import { responseTtl } from './responseTtl.ts';

/** Of all responses, as JSON. */
const maxCharacters = 16 * 1024 * 1024;
/** A larger response is asked for again: it would put out all others. */
const maxEntryCharacters = 2 * 1024 * 1024;

/**
 * Responses of one connection while they are as good as new ones; those that last are in files as
 * well. What is used least lately goes first.
 */
export class ResponseCache {
  readonly #persistent: PersistentResponseCache | null;
  readonly #entries = new LRUCache<string, CallResponse>({
    maxSize: maxCharacters,
    maxEntrySize: maxEntryCharacters,
    // As the times in the file, which a test may set.
    perf: Date,
    ttlResolution: 0,
  });

  constructor(persistent: PersistentResponseCache | null) {
    this.#persistent = persistent;
  }

  /** A cached response, with the time at which it was given. */
  get(operation: OperationName, key: string): CallResponse | null {
    const entry = this.#entries.get(key);
    if (entry !== undefined) return entry;
    const found = this.#persistent?.get(operation, key) ?? null;
    if (found === null) return null;
    const { result, atMilliseconds } = found;
    const now = Date.now();
    const lifetime = responseTtl(operation, result, now);
    if (lifetime === null || now - atMilliseconds >= lifetime.milliseconds) return null;
    return { result, cachedAtMilliseconds: atMilliseconds };
  }

  /** Parameters and results of the token infos that were kept over sessions. */
  persistedTokenInfos(): Iterable<readonly [unknown, unknown]> {
    return this.#persistent?.entriesOf('tokenInfo') ?? [];
  }

  /** Keeps a response that was just given; `text` is the JSON of its result. */
  set(operation: OperationName, key: string, response: CallResponse, text: string): void {
    const now = Date.now();
    const lifetime = responseTtl(operation, response.result, now);
    if (lifetime === null || text.length > maxEntryCharacters) return;
    const entry = { ...response, cachedAtMilliseconds: now };
    this.#entries.set(key, entry, { size: text.length, ttl: lifetime.milliseconds });
    // One with a member that could not be read may be whole the next time.
    if (lifetime.isPersistent === true && response.faults === undefined) {
      this.#persistent?.set(operation, key, text, now);
    }
  }
}

/** The same text for the same call, whatever the order of its parameters. */
export function callKey(operation: OperationName, parameters: unknown): string {
  const ordered = isObject(parameters)
    ? Object.fromEntries(
        Object.entries(parameters)
          .filter(([, value]) => value !== undefined)
          .sort(([first], [second]) => (first < second ? -1 : 1)),
      )
    : parameters;
  return `${operation} ${stringifyWithBigints(ordered)}`;
}
