import type { ServiceTier } from '../../api/limits.ts';
import { type RequestRate, tierRates } from '../../api/tiers.ts';
import type { ApiKey } from './apiKeys.ts';

/** Limits each operation to its rate in a sliding window. Refused requests do not count. */
export class RateLimiter {
  readonly #rates: ReadonlyMap<string, RequestRate>;
  readonly #now: () => number;
  /** When the accepted requests of the last window arrived, oldest first. */
  readonly #acceptedAt = new Map<string, number[]>();

  /** `nowMilliseconds` must be monotonic. */
  constructor(
    rates: ReadonlyMap<string, RequestRate>,
    nowMilliseconds: () => number = () => performance.now(),
  ) {
    this.#rates = rates;
    this.#now = nowMilliseconds;
  }

  /** `null` if accepted, otherwise the seconds until a request would be accepted. */
  tryAcquire(operation: string): number | null {
    const rate = this.#rates.get(operation);
    if (rate === undefined) return null;
    const windowMilliseconds = rate.perSeconds * 1_000;
    const now = this.#now();
    const passed = (this.#acceptedAt.get(operation) ?? []).filter(
      (at) => now - at < windowMilliseconds,
    );
    this.#acceptedAt.set(operation, passed);
    const [oldest] = passed;
    if (oldest !== undefined && passed.length >= rate.requests) {
      return (oldest + windowMilliseconds - now) / 1_000;
    }
    passed.push(now);
    return null;
  }
}

export class KeyRateLimits {
  readonly #limiters = new WeakMap<ApiKey, RateLimiter>();
  readonly #otherwise: ServiceTier | undefined;

  /** `otherwise`: the tier of keys without one; if undefined, they are unlimited. */
  constructor(otherwise: ServiceTier | undefined) {
    this.#otherwise = otherwise;
  }

  /** Returns the same as `RateLimiter.tryAcquire`. */
  tryAcquire(key: ApiKey, operation: string): number | null {
    const tier = key.tier ?? this.#otherwise;
    if (tier === undefined) return null;
    const limiter = this.#limiters.get(key) ?? new RateLimiter(tierRates(tier));
    this.#limiters.set(key, limiter);
    return limiter.tryAcquire(operation);
  }
}
