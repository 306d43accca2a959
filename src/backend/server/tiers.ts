import { type RateLimit, rateLimits } from '../../api/limits.ts';
import { type ServiceTier, serviceTiers } from '../protocol/connectionProtocol.ts';
import type { RequestRate } from './rateLimiter.ts';

/**
 * The tiers of the published rates in rising order. Where an operation has fewer figures than
 * there are tiers, its last one holds from there on. Which plan has which is not published, so the
 * names are this project's own.
 */
export const tierNames = serviceTiers;
export type TierName = ServiceTier;

/** The finder's rate is not published; one request every five seconds is what a bot was seen with. */
const finderRate: RateLimit = { requestsByTier: [12], windowSeconds: 60 };

/** The tier of a name, or of its number from 1; `null` for anything else. */
export function parseTier(text: string): TierName | null {
  return tierNames.find((name, index) => text === name || text === String(index + 1)) ?? null;
}

/** What each operation may be asked in a tier, by the operation's name. */
export function tierRates(tier: TierName): ReadonlyMap<string, RequestRate> {
  const index = tierNames.indexOf(tier);
  const all: Readonly<Record<string, RateLimit | undefined>> = rateLimits;
  return new Map(
    Object.entries(all).map(([operation, { requestsByTier, windowSeconds } = finderRate]) => [
      operation,
      { requests: requestsByTier[index] ?? requestsByTier.at(-1) ?? 0, perSeconds: windowSeconds },
    ]),
  );
}
