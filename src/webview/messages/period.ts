import type { Guard } from '../guards.ts';
import * as is from '../guards.ts';
import type { PageFact } from '../messages.ts';
import type { ListedArbitrage, MarketHistoryContent } from './market.ts';

/** Periods of the pages of a token and of a pool; each ends now. */
export const placePeriodsSeconds = [86_400, 604_800, 2_592_000] as const;
export type PlacePeriodSeconds = (typeof placePeriodsSeconds)[number];
export const defaultPlacePeriodSeconds = placePeriodsSeconds[0];
export const isPlacePeriod: Guard<PlacePeriodSeconds> = (value): value is PlacePeriodSeconds =>
  placePeriodsSeconds.some((known) => known === value);

/** What a page with the section of a period sends, and its button for Market History. */
export const periodRequests = [
  is.object({ type: is.oneOf('period'), periodSeconds: isPlacePeriod }),
  is.object({ type: is.oneOf('open-market') }),
  is.object({ type: is.oneOf('open-wallet'), wallet: is.string(100) }),
  is.object({ type: is.oneOf('open-transaction'), signature: is.string(100) }),
] as const;
export type PeriodRequest = is.Guarded<(typeof periodRequests)[number]>;

export interface PeriodWallet {
  readonly wallet: string;
  /** Name of a tracked wallet, otherwise the short address. */
  readonly label: string;
  readonly netGainsUsd: number;
  readonly success: number;
  readonly failed: number;
}

/** What a token or a pool earned in a period. */
export interface PeriodContent {
  readonly periodSeconds: PlacePeriodSeconds;
  readonly figures: readonly PageFact[];
  readonly history: MarketHistoryContent;
  /** Newest first; as far back as single transactions are stored. */
  readonly arbitrages: readonly ListedArbitrage[];
  /** Of the last 24 hours, highest net gains first. */
  readonly wallets: readonly PeriodWallet[];
  readonly walletsTotal: number;
}
