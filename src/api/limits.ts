/** Constants of the interface ("Limits"). Times are in seconds, rates in requests per window. */

export const finderTokensMaxRange = { minimum: 1, maximum: 50 } as const;
/** For `tokensTimeRange`, `thresholdMaxTimeRange` and `percentilesTimeRange`. */
export const timeRangeLimitsSeconds = { minimum: 0, maximum: 86_400 } as const;
export const minFinderTransactions = 1;
export const minFinderMarketCapUsd = 0;
export const maxFinderPoolsPerAmm = 10;
export const maxWalletsPerRequest = 5;
export const maxWalletTransactions = 50;
export const walletOverviewWindowSeconds = 86_400;

/**
 * Maximum entries of lists without a published limit, so that one request cannot block the engine.
 */
export const maxListEntries = 1_000;

/** Per page or event, and per filter list, of Arbscope's own operations. */
export const maxArbitrages = 200;
export const maxFilterEntries = 50;

/** Windows that can be compared; a store may keep single transactions for as long. */
export const growthLimitsSeconds = { minimum: 60, maximum: 45 * 86_400 } as const;

/**
 * Least share of the blocks of two windows that must be indexed to compare them: with less, a gap
 * would look like a change.
 */
export const comparableCoverage = 0.9;

/** Published rates by tier, ascending; which plan has which tier is not published. */
export interface RateLimit {
  readonly requestsByTier: readonly number[];
  readonly windowSeconds: number;
}

/** Arbscope's names for the published tiers, ascending. */
export const serviceTiers = ['low', 'middle', 'high'] as const;
export type ServiceTier = (typeof serviceTiers)[number];

const perMinute = (...requestsByTier: number[]): RateLimit => ({
  requestsByTier,
  windowSeconds: 60,
});

export const rateLimits = {
  /** Not published; one bot polls every five seconds. */
  finder: undefined,
  tipsByComputeUnit: perMinute(10),
  tipsByGains: perMinute(10),
  feesByComputeUnit: perMinute(10),
  tokenInfo: perMinute(30, 120),
  walletOverview: perMinute(1, 3),
  walletTransactions: perMinute(1, 3),
  transaction: perMinute(30, 60),
  marketCache: perMinute(10, 25),
  landTransaction: { requestsByTier: [25, 50, 100], windowSeconds: 1 },
} as const satisfies Record<string, RateLimit | undefined>;
