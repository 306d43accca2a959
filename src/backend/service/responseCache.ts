import { LRUCache } from 'lru-cache';
import { isObject } from '../../api/isObject.ts';
import type { OperationName } from '../../api/operations.ts';
import { stringifyWithBigints } from '../protocol/bigintJson.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type { PersistentResponseCache } from './persistentResponseCache.ts';

/** Total of all responses, as JSON. */
const maxCharacters = 16 * 1024 * 1024;
/** Larger responses are not cached, because they would evict all others. */
const maxEntryCharacters = 2 * 1024 * 1024;

/** Fresh responses of one connection; long-lived ones are also stored in files. */
export class ResponseCache {
  readonly #persistent: PersistentResponseCache | null;
  readonly #entries = new LRUCache<string, CallResponse>({
    maxSize: maxCharacters,
    maxEntrySize: maxEntryCharacters,
    // The same clock as the times in the file; tests can mock it.
    perf: Date,
    ttlResolution: 0,
  });

  constructor(persistent: PersistentResponseCache | null) {
    this.#persistent = persistent;
  }

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

  /** Parameters and results of the persisted token infos. */
  persistedTokenInfos(): Iterable<readonly [unknown, unknown]> {
    return this.#persistent?.entriesOf('tokenInfo') ?? [];
  }

  /** Caches a new response; `text` is the JSON of its result. */
  set(operation: OperationName, key: string, response: CallResponse, text: string): void {
    const now = Date.now();
    const lifetime = responseTtl(operation, response.result, now);
    if (lifetime === null || text.length > maxEntryCharacters) return;
    const entry = { ...response, cachedAtMilliseconds: now };
    this.#entries.set(key, entry, { size: text.length, ttl: lifetime.milliseconds });
    // An unreadable member may be readable the next time.
    if (lifetime.isPersistent === true && response.faults === undefined) {
      this.#persistent?.set(operation, key, text, now);
    }
  }
}

interface ResponseTtl {
  readonly milliseconds: number;
  readonly isPersistent?: boolean;
}

const seconds = (count: number): ResponseTtl => ({ milliseconds: count * 1_000 });

const dayMilliseconds = 86_400_000;

/** How long responses stay fresh: a few seconds for the finder, a year for final transactions. */
const operationTtls: Readonly<Record<OperationName, ResponseTtl | null>> = {
  finder: seconds(3),
  tipsByComputeUnit: seconds(30),
  tipsByGains: seconds(30),
  feesByComputeUnit: seconds(30),
  tokenInfo: { milliseconds: dayMilliseconds, isPersistent: true },
  walletOverview: seconds(30),
  walletTransactions: seconds(15),
  transaction: { milliseconds: 365 * dayMilliseconds, isPersistent: true },
  marketCache: seconds(60),
  landTransaction: null,
};

/** A block this old is final: its transactions do not change. */
const finalityMilliseconds = 60_000;
const unfinalizedTtl = seconds(5);
/** Metadata is fresh for a day, but a price is not. */
const pricedTokenTtl: ResponseTtl = { milliseconds: 600_000, isPersistent: true };

/** How long to cache a response; `null`: not at all. */
function responseTtl(
  operation: OperationName,
  result: unknown,
  nowMilliseconds: number,
): ResponseTtl | null {
  if (operation === 'tokenInfo' && isObject(result) && typeof result['price'] === 'number') {
    return pricedTokenTtl;
  }
  if (operation !== 'transaction') return operationTtls[operation];
  const timestamp =
    typeof result === 'object' && result !== null && 'timestamp' in result
      ? Date.parse(String(result.timestamp))
      : Number.NaN;
  return nowMilliseconds - timestamp > finalityMilliseconds
    ? operationTtls.transaction
    : unfinalizedTtl;
}

/** The same text for equal calls, regardless of the order of parameters. */
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
