/** Constants of the interface ("Limits"). Times are in seconds, rates in requests per window. */

export const finderTokensMax = { minimum: 1, maximum: 50 } as const;
/** For `tokensTimeRange`, `thresholdMaxTimeRange` and `percentilesTimeRange`. */
export const timeRangeSeconds = { minimum: 0, maximum: 86_400 } as const;
export const finderTokensMinTransactions = 1;
export const finderTokensMinMarketCapUsd = 0;
export const finderPoolsPerAmm = 10;
export const walletsPerRequest = 5;
export const walletTransactionsReturned = 50;
export const walletOverviewSeconds = 86_400;

/**
 * Lists without a published limit. The embedded service refuses longer ones so that one request
 * cannot hold it up.
 */
export const listEntriesMaximum = 1_000;

/**
 * Published request rates. Several figures belong to several tiers, in rising order; which plan
 * has which is not published.
 */
export interface RateLimit {
  readonly figures: readonly number[];
  readonly perSeconds: number;
}

const perMinute = (...figures: number[]): RateLimit => ({ figures, perSeconds: 60 });

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
  landTransaction: { figures: [25, 50, 100], perSeconds: 1 },
} as const satisfies Record<string, RateLimit | undefined>;
