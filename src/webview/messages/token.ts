/** What the token panel and its page say to each other beyond `messages.ts`. */
import {
  anyOf,
  bool,
  type Guarded,
  list,
  number,
  oneOf,
  orNull,
  rawAmount,
  reader,
  shape,
  text,
} from '../guards.ts';

const address = text(100);
const words = text(4_000);
const mostPools = 500;

/** By what the panel is opened, and comes back with the window. */
export const isTokenState = shape({ mint: address });
export type TokenState = Guarded<typeof isTokenState>;

/** What an authority is over. */
export const authorityRoles = ['mint', 'freeze', 'update', 'close'] as const;
export type AuthorityRole = (typeof authorityRoles)[number];

const isMetadataRow = shape({
  field: words,
  /** Null: not there. */
  onChain: orNull(words),
  offChain: orNull(words),
});
/** One thing that both sides may tell, as each tells it. */
export type MetadataRow = Guarded<typeof isMetadataRow>;

const isPool = shape({
  pool: address,
  amm: address,
  /** Short address where the program is not known. */
  ammName: words,
  /** `SOL / USDC`; null where only the finder names the pool. */
  pair: orNull(words),
  /** Arbitrage in the window of the market figures; null: the pool is known by the cache alone. */
  transactions: orNull(number),
  revenuesUsd: orNull(number),
  profitsUsd: orNull(number),
  lookupTable: orNull(address),
});
export type TokenPool = Guarded<typeof isPool>;

export const isTokenContent = shape({
  mint: address,
  /** As its maker wrote them, made fit to be shown; empty: none. */
  name: words,
  symbol: words,
  /** The well-known symbol that this mint is known for; null: not a well-known mint. */
  knownAs: orNull(words),
  /** A well-known symbol that it looks like, with the mint that it is known for. */
  looksLike: orNull(shape({ symbol: words, mint: address })),
  /** Null: the connection did not tell, and it is no well-known mint. */
  decimals: orNull(number),
  program: words,
  /** Null where the connection does not tell. */
  supply: orNull(rawAmount),
  transferFeeBasisPoints: orNull(number),
  authorities: list(shape({ role: oneOf(...authorityRoles), address: orNull(address) }), 4),
  /** False: nothing says whether there are authorities, so none listed means nothing. */
  areAuthoritiesKnown: bool,
  metadataAccount: orNull(address),
  metadataUrl: orNull(words),
  /** Whether the maker may still change the metadata; null: not told. */
  isMutable: orNull(bool),
  metadata: list(isMetadataRow, 20),
  /** Address of the picture; null: none that could be asked for. */
  imageUrl: orNull(words),
  /** The picture itself, once it was asked for. */
  image: orNull(text(1_000_000)),
  /** Why there is no picture; empty: nobody has asked. */
  imageNote: words,
  /** Restricted mode or the setting: pictures are not asked for by themselves. */
  isImageOnClick: bool,
  /** As the last transactions told it; null: none did. */
  price: orNull(shape({ usd: number, atMilliseconds: orNull(number) })),
  market: orNull(
    shape({
      windowSeconds: orNull(number),
      rank: number,
      ranked: number,
      revenuesUsd: number,
      profitsUsd: number,
      transactions: number,
      volumeUsd: number,
      /** Null: not known. */
      marketCapUsd: orNull(number),
      liquidityUsd: orNull(number),
      answeredAtMilliseconds: number,
    }),
  ),
  /** Why there are no market figures; empty: there are. */
  marketNote: words,
  pools: list(isPool, mostPools),
  poolsNote: words,
  /** The market cache was never loaded, so that pools may be missing. */
  canLoadPools: bool,
  source: words,
  isSimulated: bool,
  answeredAtMilliseconds: number,
});
export type TokenContent = Guarded<typeof isTokenContent>;

const isTokenRequest = anyOf(
  /** Fetch the picture now: somebody wants to see it. */
  shape({ type: oneOf('show-image') }),
  /** Load the market cache: it may be large. */
  shape({ type: oneOf('load-pools') }),
  shape({ type: oneOf('open-percentiles') }),
  shape({ type: oneOf('open-explorer'), id: address }),
);
/** What the page may ask for. */
export type TokenRequest = Guarded<typeof isTokenRequest>;

export const readTokenRequest = reader(isTokenRequest);
