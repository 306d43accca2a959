import * as is from '../guards.ts';
import type { PageFact } from '../messages.ts';
import type { ListedArbitrage, MarketHistoryContent } from './market.ts';

const address = is.string(100);
export const isPoolState = is.object({ pool: address });
export type PoolState = is.Guarded<typeof isPoolState>;

export interface PoolToken {
  readonly mint: string;
  readonly label: string;
}

export interface PoolWallet {
  readonly wallet: string;
  /** Name of a tracked wallet, otherwise the short address. */
  readonly label: string;
  readonly netGainsUsd: number;
  readonly success: number;
  readonly failed: number;
}

/** The last 24 hours. */
export interface PoolDayContent {
  readonly figures: readonly PageFact[];
  readonly history: MarketHistoryContent;
  /** Newest first. */
  readonly arbitrages: readonly ListedArbitrage[];
  /** Highest net gains first. */
  readonly wallets: readonly PoolWallet[];
  readonly walletsTotal: number;
}

/** An account of a swap. */
export interface PoolAccountContent {
  readonly name: string;
  /** Null: the caller's own, or unknown. */
  readonly address: string | null;
  readonly isCaller: boolean;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

export interface PoolContent {
  readonly pool: string;
  /** `SOL / USDC`; null if the tokens are unknown. */
  readonly pair: string | null;
  readonly tokens: readonly PoolToken[];
  readonly facts: readonly PageFact[];
  /** Figures of the Finder. */
  readonly finder: readonly PageFact[];
  /** Why the Finder's figures are missing; empty: they are not. */
  readonly finderNote: string;
  /** Null: the connection offers no history, or it failed. */
  readonly day: PoolDayContent | null;
  readonly isDayOffered: boolean;
  readonly accounts: readonly PoolAccountContent[];
  /** Why accounts are missing or may be outdated; empty: nothing says so. */
  readonly accountsNote: string;
  /** Whether the market cache was never loaded. */
  readonly canLoadPools: boolean;
  readonly source: string;
  readonly isSimulated: boolean;
  readonly answeredAtMilliseconds: number;
}

const isPoolRequest = is.union(
  /** Loads the market cache, which may be large. */
  is.object({ type: is.oneOf('load-pools') }),
  is.object({ type: is.oneOf('show-arbitrages') }),
  is.object({ type: is.oneOf('open-market') }),
  is.object({ type: is.oneOf('reveal') }),
  is.object({ type: is.oneOf('copy-accounts') }),
  is.object({ type: is.oneOf('open-token'), mint: address }),
  is.object({ type: is.oneOf('open-wallet'), wallet: address }),
  is.object({ type: is.oneOf('open-transaction'), signature: address }),
  is.object({ type: is.oneOf('open-explorer') }),
);
export type PoolRequest = is.Guarded<typeof isPoolRequest>;

export const parsePoolRequest = is.parserOf(isPoolRequest);
