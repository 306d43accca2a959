import * as is from '../guards.ts';

const address = is.string(100);
const displayString = is.string(4_000);
const maxPools = 500;

export const isTokenState = is.object({ mint: address });
export type TokenState = is.Guarded<typeof isTokenState>;

/** Plain text; a value may be an address. */
const isFact = is.object({ name: displayString, value: displayString });

const isMetadataRow = is.object({
  field: displayString,
  onChain: is.nullable(displayString),
  offChain: is.nullable(displayString),
});
export type MetadataRow = is.Guarded<typeof isMetadataRow>;

const isPool = is.object({
  pool: address,
  amm: address,
  /** Short address if the program is not known. */
  ammName: displayString,
  /** `SOL / USDC`; null if the pool is known only from the Finder. */
  pair: is.nullable(displayString),
  /** Arbitrages in the window of the market figures; null: known only from the market cache. */
  transactions: is.nullable(is.number),
  revenuesUsd: is.nullable(is.number),
  profitsUsd: is.nullable(is.number),
  lookupTable: is.nullable(address),
});
export type TokenPool = is.Guarded<typeof isPool>;

export const isTokenContent = is.object({
  mint: address,
  /** Chosen by the token's creator, sanitized; empty: none. */
  name: displayString,
  symbol: displayString,
  /** Symbol of a well-known mint; null: not a well-known mint. */
  knownAs: is.nullable(displayString),
  /** Whether the connection or Arbscope's own table knows the mint. */
  isKnown: is.boolean,
  warnings: is.array(displayString, 20),
  facts: is.array(isFact, 40),
  metadata: is.array(isMetadataRow, 20),
  /** URL of the picture; null: none that is allowed. */
  imageUrl: is.nullable(displayString),
  image: is.nullable(is.string(1_000_000)),
  /** Why fetching the picture failed; empty: not fetched, or none. */
  imageNote: displayString,
  market: is.array(isFact, 40),
  /** Why the Finder's figures are missing; empty: they are not. */
  marketNote: displayString,
  /** Window of the figures; null: no figures. */
  windowSeconds: is.nullable(is.number),
  pools: is.array(isPool, maxPools),
  poolsNote: displayString,
  /** Whether the market cache was never loaded, so that pools may be missing. */
  canLoadPools: is.boolean,
  source: displayString,
  answeredAtMilliseconds: is.number,
});
export type TokenContent = is.Guarded<typeof isTokenContent>;

const isTokenRequest = is.union(
  is.object({ type: is.oneOf('show-image') }),
  /** Loads the market cache, which may be large. */
  is.object({ type: is.oneOf('load-pools') }),
  is.object({ type: is.oneOf('open-percentiles') }),
  /** Arbitrages of a pool; null: of the token. */
  is.object({ type: is.oneOf('show-arbitrages'), pool: is.nullable(address) }),
  is.object({ type: is.oneOf('open-explorer'), id: address }),
);
export type TokenRequest = is.Guarded<typeof isTokenRequest>;

export const parseTokenRequest = is.parserOf(isTokenRequest);
