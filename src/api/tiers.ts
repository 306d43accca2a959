import { type RateLimit, rateLimits, type ServiceTier, serviceTiers } from './limits.ts';
import type { RateSetting } from '../backend/protocol/connectionProtocol.ts';
import type { ApiKey } from '../backend/server/apiKeys.ts';

/** The finder's rate is not published; one request every five seconds is what a bot was seen with. */
const finderRate: RateLimit = { requestsByTier: [12], windowSeconds: 60 };

/** The tier of a name, or of its number from 1; `null` for anything else. */
export function parseTier(text: string): ServiceTier | null {
  return serviceTiers.find((name, index) => text === name || text === String(index + 1)) ?? null;
}

/** The rate of each operation in a tier; an operation with fewer figures keeps its last one. */
export function tierRates(tier: ServiceTier): ReadonlyMap<string, RateSetting> {
  const index = serviceTiers.indexOf(tier);
  const all: Readonly<Record<string, RateLimit | undefined>> = rateLimits;
  return new Map(
    Object.entries(all).map(([operation, { requestsByTier, windowSeconds } = finderRate]) => [
      operation,
      { requests: requestsByTier[index] ?? requestsByTier.at(-1) ?? 0, perSeconds: windowSeconds },
    ]),
  );
}

/** Holds each operation to its rate over a sliding window. Refused requests do not count. */
export class RateLimiter {
  readonly #rates: ReadonlyMap<string, RateSetting>;
  readonly #now: () => number;
  /** When the requests of the last window were let through, oldest first. */
  readonly #acceptedAt = new Map<string, number[]>();

  /** `nowMilliseconds` must never go back. */
  constructor(
    rates: ReadonlyMap<string, RateSetting>,
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
