/** What the token panel and its page say to each other beyond `messages.ts`. */
import {
  array,
  boolean,
  type Guarded,
  nullable,
  number,
  object,
  oneOf,
  parserOf,
  rawAmount,
  string,
  union,
} from '../guards.ts';

const address = string(100);
const displayString = string(4_000);
const maxPools = 500;

/** By what the panel is opened, and comes back with the window. */
export const isTokenState = object({ mint: address });
export type TokenState = Guarded<typeof isTokenState>;

/** What an authority is over. */
export const authorityRoles = ['mint', 'freeze', 'update', 'close'] as const;
export type AuthorityRole = (typeof authorityRoles)[number];

const isMetadataRow = object({
  field: displayString,
  /** Null: not there. */
  onChain: nullable(displayString),
  offChain: nullable(displayString),
});
/** One thing that both sides may tell, as each tells it. */
export type MetadataRow = Guarded<typeof isMetadataRow>;

const isPool = object({
  pool: address,
  amm: address,
  /** Short address where the program is not known. */
  ammName: displayString,
  /** `SOL / USDC`; null where only the finder names the pool. */
  pair: nullable(displayString),
  /** Arbitrage in the window of the market figures; null: the pool is known by the cache alone. */
  transactions: nullable(number),
  revenuesUsd: nullable(number),
  profitsUsd: nullable(number),
  lookupTable: nullable(address),
});
export type TokenPool = Guarded<typeof isPool>;

export const isTokenContent = object({
  mint: address,
  /** As its maker wrote them, made fit to be shown; empty: none. */
  name: displayString,
  symbol: displayString,
  /** The well-known symbol that this mint is known for; null: not a well-known mint. */
  knownAs: nullable(displayString),
  /** A well-known symbol that it looks like, with the mint that it is known for. */
  looksLike: nullable(object({ symbol: displayString, mint: address })),
  /** Null: the connection did not tell, and it is no well-known mint. */
  decimals: nullable(number),
  program: displayString,
  /** Null where the connection does not tell. */
  supply: nullable(rawAmount),
  transferFeeBasisPoints: nullable(number),
  authorities: array(object({ role: oneOf(...authorityRoles), address: nullable(address) }), 4),
  /** False: nothing says whether there are authorities, so none listed means nothing. */
  areAuthoritiesKnown: boolean,
  metadataAccount: nullable(address),
  metadataUrl: nullable(displayString),
  /** Whether the maker may still change the metadata; null: not told. */
  isMutable: nullable(boolean),
  metadata: array(isMetadataRow, 20),
  /** Address of the picture; null: none that could be asked for. */
  imageUrl: nullable(displayString),
  /** The picture itself, once it was asked for. */
  image: nullable(string(1_000_000)),
  /** Why there is no picture; empty: nobody has asked. */
  imageNote: displayString,
  /** Restricted mode or the setting: pictures are not asked for by themselves. */
  isImageOnClick: boolean,
  /** As the last transactions told it; null: none did. */
  price: nullable(object({ usd: number, atMilliseconds: nullable(number) })),
  market: nullable(
    object({
      windowSeconds: nullable(number),
      rank: number,
      ranked: number,
      revenuesUsd: number,
      profitsUsd: number,
      transactions: number,
      volumeUsd: number,
      /** Null: not known. */
      marketCapUsd: nullable(number),
      liquidityUsd: nullable(number),
      answeredAtMilliseconds: number,
    }),
  ),
  /** Why there are no market figures; empty: there are. */
  marketNote: displayString,
  pools: array(isPool, maxPools),
  poolsNote: displayString,
  /** The market cache was never loaded, so that pools may be missing. */
  canLoadPools: boolean,
  source: displayString,
  isSimulated: boolean,
  answeredAtMilliseconds: number,
});
export type TokenContent = Guarded<typeof isTokenContent>;

const isTokenRequest = union(
  /** Fetch the picture now: somebody wants to see it. */
  object({ type: oneOf('show-image') }),
  /** Load the market cache: it may be large. */
  object({ type: oneOf('load-pools') }),
  object({ type: oneOf('open-percentiles') }),
  object({ type: oneOf('open-explorer'), id: address }),
);
/** What the page may ask for. */
export type TokenRequest = Guarded<typeof isTokenRequest>;

export const parseTokenRequest = parserOf(isTokenRequest);
