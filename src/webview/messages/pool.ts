import * as is from '../guards.ts';
import type { PageFact } from '../messages.ts';
import { isPlacePeriod, type PeriodContent, periodRequests } from './period.ts';

const address = is.string(100);
export const isPoolState = is.object({ pool: address, periodSeconds: isPlacePeriod });
export type PoolState = is.Guarded<typeof isPoolState>;

export interface PoolToken {
  readonly mint: string;
  readonly label: string;
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
  readonly period: PeriodContent | null;
  readonly isPeriodOffered: boolean;
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
  ...periodRequests,
  /** Loads the market cache, which may be large. */
  is.object({ type: is.oneOf('load-pools') }),
  is.object({ type: is.oneOf('show-arbitrages') }),
  is.object({ type: is.oneOf('reveal') }),
  is.object({ type: is.oneOf('copy-accounts') }),
  is.object({ type: is.oneOf('open-token'), mint: address }),
  is.object({ type: is.oneOf('open-explorer') }),
);
export type PoolRequest = is.Guarded<typeof isPoolRequest>;

export const parsePoolRequest = is.parserOf(isPoolRequest);
