/** What the token panel and its page say to each other beyond `messages.ts`. */
import * as is from '../guards.ts';

const address = is.string(100);
const displayString = is.string(4_000);
const maxPools = 500;

/** By what the panel is opened, and comes back with the window. */
export const isTokenState = is.object({ mint: address });
export type TokenState = is.Guarded<typeof isTokenState>;

/** What an authority is over. */
export const authorityRoles = ['mint', 'freeze', 'update', 'close'] as const;
export type AuthorityRole = (typeof authorityRoles)[number];

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
  /** A well-known symbol that it looks like, with the mint that it is known for. */
  looksLike: is.nullable(is.object({ symbol: displayString, mint: address })),
  /** Null: the connection did not tell, and it is no well-known mint. */
  decimals: is.nullable(is.number),
  program: displayString,
  /** Null where the connection does not tell. */
  supply: is.nullable(is.rawAmount),
  transferFeeBasisPoints: is.nullable(is.number),
  authorities: is.array(
    is.object({ role: is.oneOf(...authorityRoles), address: is.nullable(address) }),
    4,
  ),
  /** False: nothing says whether there are authorities, so none listed means nothing. */
  areAuthoritiesKnown: is.boolean,
  metadataAccount: is.nullable(address),
  metadataUrl: is.nullable(displayString),
  /** Whether the maker may still change the metadata; null: not told. */
  isMutable: is.nullable(is.boolean),
  metadata: is.array(isMetadataRow, 20),
  /** Address of the picture; null: none that could be asked for. */
  imageUrl: is.nullable(displayString),
  /** The picture itself, once it was asked for. */
  image: is.nullable(is.string(1_000_000)),
  /** Why there is no picture; empty: nobody has asked. */
  imageNote: displayString,
  /** Restricted mode or the setting: pictures are not asked for by themselves. */
  isImageOnClick: is.boolean,
  /** As the last transactions told it; null: none did. */
  price: is.nullable(is.object({ usd: is.number, atMilliseconds: is.nullable(is.number) })),
  market: is.nullable(
    is.object({
      windowSeconds: is.nullable(is.number),
      rank: is.number,
      ranked: is.number,
      revenuesUsd: is.number,
      profitsUsd: is.number,
      transactions: is.number,
      volumeUsd: is.number,
      /** Null: not known. */
      marketCapUsd: is.nullable(is.number),
      liquidityUsd: is.nullable(is.number),
      answeredAtMilliseconds: is.number,
    }),
  ),
  /** Why there are no market figures; empty: there are. */
  marketNote: displayString,
  pools: is.array(isPool, maxPools),
  poolsNote: displayString,
  /** The market cache was never loaded, so that pools may be missing. */
  canLoadPools: is.boolean,
  source: displayString,
  isSimulated: is.boolean,
  answeredAtMilliseconds: is.number,
});
export type TokenContent = is.Guarded<typeof isTokenContent>;

const isTokenRequest = is.union(
  /** Fetch the picture now: somebody wants to see it. */
  is.object({ type: is.oneOf('show-image') }),
  /** Load the market cache: it may be large. */
  is.object({ type: is.oneOf('load-pools') }),
  is.object({ type: is.oneOf('open-percentiles') }),
  is.object({ type: is.oneOf('open-explorer'), id: address }),
);
/** What the page may ask for. */
export type TokenRequest = is.Guarded<typeof isTokenRequest>;

export const parseTokenRequest = is.parserOf(isTokenRequest);
