import type { ServiceTier } from '../../api/limits.ts';
import { type RequestRate, tierRates } from '../../api/tiers.ts';
import type { ApiKey } from './apiKeys.ts';

/** Holds each operation to its rate over a sliding window. Refused requests do not count. */
export class RateLimiter {
  readonly #rates: ReadonlyMap<string, RequestRate>;
  readonly #now: () => number;
  /** When the requests of the last window were let through, oldest first. */
  readonly #acceptedAt = new Map<string, number[]>();

  /** `nowMilliseconds` must never go back. */
  constructor(
    rates: ReadonlyMap<string, RequestRate>,
    nowMilliseconds: () => number = () => performance.now(),
  ) {
    this.#rates = rates;
    this.#now = nowMilliseconds;
  }

  /** Lets a request through and returns `null`, or returns the seconds until one would be. */
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

/** Holds each key to the rates of its tier, apart from all others. */
export class KeyRateLimits {
  readonly #limiters = new WeakMap<ApiKey, RateLimiter>();
  readonly #otherwise: ServiceTier | undefined;

  /** `otherwise`: the tier of keys without one; they are not limited where there is none either. */
  constructor(otherwise: ServiceTier | undefined) {
    this.#otherwise = otherwise;
  }

  /** Lets a request through and returns `null`, or returns the seconds until one would be. */
  tryAcquire(key: ApiKey, operation: string): number | null {
    const tier = key.tier ?? this.#otherwise;
    if (tier === undefined) return null;
    const limiter = this.#limiters.get(key) ?? new RateLimiter(tierRates(tier));
    this.#limiters.set(key, limiter);
    return limiter.tryAcquire(operation);
  }
}
