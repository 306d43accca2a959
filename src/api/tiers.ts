import { type RateLimit, rateLimits, type ServiceTier, serviceTiers } from './limits.ts';

export interface RequestRate {
  readonly requests: number;
  readonly perSeconds: number;
}

/** The finder's rate is not published; a bot was observed with one request every five seconds. */
const finderRate: RateLimit = { requestsByTier: [12], windowSeconds: 60 };

/** What one key may have open or running at a time; the rest of the server is for the others. */
export interface KeyCapacity {
  readonly streams: number;
  readonly webSockets: number;
  /** Further requests wait for these. Landings do not wait. */
  readonly requests: number;
}

export const tierCapacities: Readonly<Record<ServiceTier, KeyCapacity>> = {
  low: { streams: 8, webSockets: 4, requests: 2 },
  middle: { streams: 32, webSockets: 8, requests: 3 },
  high: { streams: 64, webSockets: 16, requests: 4 },
};

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
