import * as is from '../guards.ts';
import type { PageFact } from '../messages.ts';
import { isPlacePeriod, type PeriodContent, periodRequests } from './period.ts';

const address = is.string(100);
export const isTokenState = is.object({ mint: address, periodSeconds: isPlacePeriod });
export type TokenState = is.Guarded<typeof isTokenState>;

export interface MetadataRow {
  readonly field: string;
  readonly onChain: string | null;
  readonly offChain: string | null;
}

export interface TokenPool {
  readonly pool: string;
  readonly amm: string;
  /** Short address if the program is not known. */
  readonly ammName: string;
  /** `SOL / USDC`; null if the pool is known only from the Finder. */
  readonly pair: string | null;
  /** Arbitrages in the window of the market figures; null: known only from the market cache. */
  readonly transactions: number | null;
  readonly revenuesUsd: number | null;
  readonly profitsUsd: number | null;
  readonly lookupTable: string | null;
}

export interface TokenContent {
  readonly mint: string;
  /** Chosen by the token's creator, sanitized; empty: none. */
  readonly name: string;
  readonly symbol: string;
  /** Symbol of a well-known mint; null: not a well-known mint. */
  readonly knownAs: string | null;
  /** Whether the connection or Arbscope's own table knows the mint. */
  readonly isKnown: boolean;
  readonly warnings: readonly string[];
  readonly facts: readonly PageFact[];
  readonly metadata: readonly MetadataRow[];
  /** URL of the picture; null: none that is allowed. */
  readonly imageUrl: string | null;
  readonly image: string | null;
  /** Why fetching the picture failed; empty: not fetched, or none. */
  readonly imageNote: string;
  readonly market: readonly PageFact[];
  /** Why the Finder's figures are missing; empty: they are not. */
  readonly marketNote: string;
  /** Null: the connection offers no history, or it failed. */
  readonly period: PeriodContent | null;
  readonly isPeriodOffered: boolean;
  /** Window of the figures; null: no figures. */
  readonly windowSeconds: number | null;
  readonly pools: readonly TokenPool[];
  readonly poolsNote: string;
  /** Whether the market cache was never loaded, so that pools may be missing. */
  readonly canLoadPools: boolean;
  readonly source: string;
  /** What the page shows exists on no chain that a block explorer knows. */
  readonly isSimulated: boolean;
  readonly answeredAtMilliseconds: number;
}

const isTokenRequest = is.union(
  ...periodRequests,
  is.object({ type: is.oneOf('show-image') }),
  /** Loads the market cache, which may be large. */
  is.object({ type: is.oneOf('load-pools') }),
  is.object({ type: is.oneOf('open-percentiles') }),
  /** Arbitrages of a pool; null: of the token. */
  is.object({ type: is.oneOf('show-arbitrages'), pool: is.nullable(address) }),
  is.object({ type: is.oneOf('open-pool'), pool: address }),
  is.object({ type: is.oneOf('open-explorer'), id: address }),
);
export type TokenRequest = is.Guarded<typeof isTokenRequest>;

export const parseTokenRequest = is.parserOf(isTokenRequest);
