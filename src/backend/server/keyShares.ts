import type { ServiceTier } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import { type KeyCapacity, tierCapacities } from '../../api/tiers.ts';
import type { ApiKey, ApiKeys } from './apiKeys.ts';

type Connections = 'streams' | 'webSockets';

interface KeyUse {
  readonly open: Record<Connections, number>;
  running: number;
  /** Start the requests that wait, oldest first. */
  readonly waiting: Set<() => void>;
}

/** Beyond the requests that run; a caller with so many does not read their responses. */
const maxWaitingPerKey = 64;
const retrySeconds = 5;

/** Limits what one key has open and running at a time, so that it cannot take it from the others. */
export class KeyShares {
  readonly #keys: Pick<ApiKeys, 'size'>;
  readonly #otherwise: ServiceTier | undefined;
  /** By the signal, which stays the same when the tier of a key changes. */
  readonly #uses = new WeakMap<AbortSignal, KeyUse>();

  /** `otherwise`: the tier of keys without one. */
  constructor(keys: Pick<ApiKeys, 'size'>, otherwise: ServiceTier | undefined) {
    this.#keys = keys;
    this.#otherwise = otherwise;
  }

  /** Returns the function that gives the connection back. Throws a MarketError at the limit. */
  open(key: ApiKey, kind: Connections): () => void {
    const { open } = this.#useOf(key);
    const limit = this.#capacityOf(key)?.[kind];
    if (limit !== undefined && open[kind] >= limit) {
      const what = kind === 'streams' ? 'streams' : 'WebSocket connections';
      throw limitError(`At most ${limit} ${what} may be open with this key`);
    }
    open[kind] += 1;
    return once(() => {
      open[kind] -= 1;
    });
  }

  /**
   * Waits until the key may run another request. Returns the function to call after it. Throws a
   * MarketError if too many wait, after the time for waiting, and after an abort.
   */
  async start(key: ApiKey, signal: AbortSignal, waitMilliseconds?: number): Promise<() => void> {
    const use = this.#useOf(key);
    const limit = this.#capacityOf(key)?.requests;
    if (limit !== undefined && use.running >= limit) {
      if (use.waiting.size >= maxWaitingPerKey) {
        throw limitError(tooManyWait);
      }
      await waitInLine(use.waiting, signal, waitMilliseconds);
    } else {
      use.running += 1;
    }
    return once(() => {
      if (use.waiting.size === 0) {
        use.running -= 1;
        return;
      }
      // In a later turn, so that requests of other keys come between: many of one key with kept
      // responses would otherwise run as one.
      setImmediate(() => {
        const [next] = use.waiting;
        // The next request takes over the place.
        if (next === undefined) use.running -= 1;
        else next();
      });
    });
  }

  /** A key that is the only one takes nothing from others. */
  #capacityOf({ tier = this.#otherwise }: ApiKey): KeyCapacity | undefined {
    if (tier !== undefined) return tierCapacities[tier];
    return this.#keys.size > 1 ? tierCapacities.high : undefined;
  }

  #useOf({ revoked }: ApiKey): KeyUse {
    const known = this.#uses.get(revoked);
    if (known !== undefined) return known;
    const use = { open: { streams: 0, webSockets: 0 }, running: 0, waiting: new Set<() => void>() };
    this.#uses.set(revoked, use);
    return use;
  }
}

function waitInLine(
  waiting: Set<() => void>,
  signal: AbortSignal,
  waitMilliseconds: number | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      waiting.delete(begin);
      signal.removeEventListener('abort', leave);
      clearTimeout(timer);
    };
    const leave = (): void => {
      stop();
      reject(new MarketError('cancelled', 'Cancelled'));
    };
    const begin = (): void => {
      stop();
      resolve();
    };
    if (signal.aborted) return leave();
    waiting.add(begin);
    if (waitMilliseconds !== undefined) {
      timer = setTimeout(() => {
        stop();
        reject(limitError(tooManyWait));
      }, waitMilliseconds);
    }
    signal.addEventListener('abort', leave, { once: true });
  });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

const tooManyWait = 'Too many requests with this key wait for others';
const limitError = (message: string) =>
  new MarketError('rate-limited', message, { retryAfterSeconds: retrySeconds });
