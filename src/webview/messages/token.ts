/** What the token panel and its page say to each other beyond `messages.ts`. */
import * as is from '../guards.ts';

const address = is.string(100);
const displayString = is.string(4_000);
const maxPools = 500;

/** By what the panel is opened, and comes back with the window. */
export const isTokenState = is.object({ mint: address });
export type TokenState = is.Guarded<typeof isTokenState>;

/** Plain text; a value may be an address. */
const isFact = is.object({ name: displayString, value: displayString });

const isMetadataRow = is.object({
  field: displayString,
  /** Null: not there. */
  onChain: is.nullable(displayString),
  offChain: is.nullable(displayString),
});
/** One thing that both sides may tell, as each tells it. */
export type MetadataRow = is.Guarded<typeof isMetadataRow>;

const isPool = is.object({
  pool: address,
  amm: address,
  /** Short address where the program is not known. */
  ammName: displayString,
  /** `SOL / USDC`; null where only the finder names the pool. */
  pair: is.nullable(displayString),
  /** Arbitrage in the window of the market figures; null: the pool is known by the cache alone. */
  transactions: is.nullable(is.number),
  revenuesUsd: is.nullable(is.number),
  profitsUsd: is.nullable(is.number),
  lookupTable: is.nullable(address),
});
export type TokenPool = is.Guarded<typeof isPool>;

export const isTokenContent = is.object({
  mint: address,
  /** As its maker wrote them, made fit to be shown; empty: none. */
  name: displayString,
  symbol: displayString,
  /** The well-known symbol that this mint is known for; null: not a well-known mint. */
  knownAs: is.nullable(displayString),
  /** Whether the connection or Arbscope's own table knows the mint. */
  isKnown: is.boolean,
  warnings: is.array(displayString, 20),
  facts: is.array(isFact, 40),
  metadata: is.array(isMetadataRow, 20),
  /** URL of the picture; null: none that may be requested. */
  imageUrl: is.nullable(displayString),
  /** The picture itself, once it was fetched. */
  image: is.nullable(is.string(1_000_000)),
  /** Why there is no picture; empty: not fetched, or none. */
  imageNote: displayString,
  /** Price and figures of the Finder. */
  market: is.array(isFact, 40),
  /** Why there are no figures of the Finder; empty: there are. */
  marketNote: displayString,
  /** Window of the figures; null: no figures. */
  windowSeconds: is.nullable(is.number),
  pools: is.array(isPool, maxPools),
  poolsNote: displayString,
  /** The market cache was never loaded: pools may be missing. */
  canLoadPools: is.boolean,
  /** Label of the connection. */
  source: displayString,
  answeredAtMilliseconds: is.number,
});
export type TokenContent = is.Guarded<typeof isTokenContent>;

const isTokenRequest = is.union(
  /** Fetch the picture now: somebody wants to see it. */
  is.object({ type: is.oneOf('show-image') }),
  /** Load the market cache: it may be large. */
  is.object({ type: is.oneOf('load-pools') }),
  is.object({ type: is.oneOf('open-percentiles') }),
  /** Those of a pool; null: of the token. */
  is.object({ type: is.oneOf('show-arbitrages'), pool: is.nullable(address) }),
  is.object({ type: is.oneOf('open-explorer'), id: address }),
);
export type TokenRequest = is.Guarded<typeof isTokenRequest>;

export const parseTokenRequest = is.parserOf(isTokenRequest);
