import { type RateLimit, rateLimits, type ServiceTier, serviceTiers } from './limits.ts';

export interface RequestRate {
  readonly requests: number;
  readonly perSeconds: number;
}

/** The finder's rate is not published; a bot was observed with one request every five seconds. */
const finderRate: RateLimit = { requestsByTier: [12], windowSeconds: 60 };

/** By name or number, from 1; `null` for anything else. */
export function parseTier(text: string): ServiceTier | null {
  return serviceTiers.find((name, index) => text === name || text === String(index + 1)) ?? null;
}

/** An operation with fewer figures keeps its last one. */
export function tierRates(tier: ServiceTier): ReadonlyMap<string, RequestRate> {
  const index = serviceTiers.indexOf(tier);
  const all: Readonly<Record<string, RateLimit | undefined>> = rateLimits;
  return new Map(
    Object.entries(all).map(([operation, { requestsByTier, windowSeconds } = finderRate]) => [
      operation,
      { requests: requestsByTier[index] ?? requestsByTier.at(-1) ?? 0, perSeconds: windowSeconds },
    ]),
  );
}
