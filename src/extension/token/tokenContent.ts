import { t } from '@vscode/l10n';
import type { TokenRanking } from '../../api/finder.ts';
import { isObject } from '../../api/isObject.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { ammPrograms, token2022Program } from '../../solana/knownPrograms.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  authorityRoles,
  type MetadataRow,
  type TokenContent,
  type TokenPool,
} from '../../webview/messages/token.ts';
import type { FinderResponse } from '../finder/finderResponse.ts';
import { pairLabel } from '../marketCache/poolLabels.ts';

/** What the market cache of the connection knows of a token. */
export interface CachedPools {
  /** It was never loaded, so it knows nothing. */
  readonly isLoaded: boolean;
  readonly rows: readonly PoolRow[];
  readonly total: number;
}

export interface TokenContentInput {
  readonly mint: string;
  /** Null: the connection did not tell; what the project's own table knows stands in. */
  readonly info: TokenInfo | null;
  /** The last response of the finder, where there is one. */
  readonly finder: FinderResponse | null;
  /** What the market cache knows; null: it could not be asked. */
  readonly cached: CachedPools | null;
  readonly price: TokenContent['price'];
  readonly source: string;
  readonly isSimulated: boolean;
  readonly isImageOnClick: boolean;
  readonly answeredAtMilliseconds: number;
}

const maxLengths = { name: 100, symbol: 40, text: 2_000, url: 600 } as const;
const maxPools = 500;

/** What is known of a token, as the panel's page takes it. */
export function buildTokenContent(parts: TokenContentInput): TokenContent {
  const { mint, finder } = parts;
  const info = parts.info ?? knownTokenInfo(mint);
  const symbol = sanitizeText(info.symbol, maxLengths.symbol);
  const { onchain, online } = info.metadata.data;
  const url = httpsOrNull(info.image_uri) ?? httpsOrNull(online.image);
  const ranked = finder?.result.tokens ?? [];
  const rank = ranked.findIndex((token) => token.mint === mint);
  const row = ranked[rank];
  return {
    mint,
    name: sanitizeText(info.name, maxLengths.name),
    symbol,
    knownAs: knownMints.get(mint)?.symbol ?? null,
    looksLike: findLookAlike(mint, info),
    decimals: decimalsOf(mint, parts.info),
    program: sanitizeText(info.program, maxLengths.symbol),
    supply: supplyOf(info),
    transferFeeBasisPoints: transferFeeOf(info),
    authorities: authorityRoles.map((role) => ({
      role,
      address: textOrNull(info.authorities[role], 60),
    })),
    areAuthoritiesKnown: areAuthoritiesKnown(info),
    metadataAccount: textOrNull(info.metadata.pointers.onchain, 60),
    metadataUrl: textOrNull(info.metadata.pointers.online, maxLengths.url),
    isMutable: onchain.is_mutable ?? null,
    metadata: metadataRows(info),
    imageUrl: url,
    image: null,
    imageNote: url === null ? imageNote(info) : '',
    isImageOnClick: parts.isImageOnClick,
    market:
      row === undefined || finder === null
        ? null
        : toMarketFigures(row, rank, ranked.length, finder),
    marketNote: row === undefined ? marketNote(finder) : '',
    price: parts.price,
    ...toPools(row, parts.cached),
    source: parts.source,
    isSimulated: parts.isSimulated,
    answeredAtMilliseconds: parts.answeredAtMilliseconds,
  };
}

/** What is known of a mint without asking: little, and of the well-known ones alone. */
function knownTokenInfo(mint: string): TokenInfo {
  const known = knownMints.get(mint);
  return {
    name: '',
    symbol: known?.symbol ?? '',
    decimals: 0,
    program:
      known === undefined
        ? t('not known')
        : known.tokenProgram === token2022Program
          ? 'spl-token-2022'
          : 'spl-token',
    image_uri: '',
    authorities: { update: null, freeze: null, close: null, mint: null },
    metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
  };
}

function decimalsOf(mint: string, info: TokenInfo | null): number | null {
  if (info === null) return knownMints.get(mint)?.decimals ?? null;
  return Number.isFinite(info.decimals) ? info.decimals : 0;
}

const textOrNull = (value: unknown, longest: number = maxLengths.text): string | null =>
  typeof value === 'string' && value !== '' ? sanitizeText(value, longest) : null;

/** Only such an address is ever asked for. */
function httpsOrNull(value: string | undefined): string | null {
  if (value === undefined || value.length > maxLengths.url || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' ? href : null;
}

const imageNote = ({ image_uri }: TokenInfo): string =>
  image_uri === '' ? t('none is named') : t('its address is not https, so it is not asked for');

function findLookAlike(mint: string, { symbol, name }: TokenInfo): TokenContent['looksLike'] {
  const known = lookAlikeSymbol(mint, symbol) ?? lookAlikeSymbol(mint, name);
  if (known === null) return null;
  const real = [...knownMints].find(([, each]) => each.symbol === known)?.[0];
  return real === undefined ? null : { symbol: known, mint: real };
}

/** The embedded engine tells the supply beside the interface's members. */
function supplyOf(info: TokenInfo): string | null {
  const supply: unknown = Reflect.get(info, 'supply');
  return typeof supply === 'bigint' ? supply.toString() : null;
}

function transferFeeOf(info: TokenInfo): number | null {
  const fee: unknown = Reflect.get(info, 'transfer_fee');
  const points = isObject(fee) ? fee['basis_points'] : null;
  return typeof points === 'number' && Number.isFinite(points) ? points : null;
}

/**
 * No authority at all means that they were given up, if the chain was asked: an answer that holds
 * nothing but the decimals was made without it.
 */
function areAuthoritiesKnown(info: TokenInfo): boolean {
  const { authorities, metadata } = info;
  return (
    Object.values(authorities).some((address) => address !== null) ||
    Object.keys(metadata.data.onchain).length > 0 ||
    metadata.pointers.onchain !== '' ||
    supplyOf(info) !== null
  );
}

/** What both sides may tell, beside each other. */
function metadataRows({ metadata: { data, pointers } }: TokenInfo): MetadataRow[] {
  const { onchain, online } = data;
  const row = (field: string, onChain: unknown, offChain: unknown): MetadataRow => ({
    field,
    onChain: textOrNull(onChain),
    offChain: textOrNull(offChain),
  });
  const rows = [
    row(t('Name'), onchain.name, online.name),
    row(t('Symbol'), onchain.symbol, online.symbol),
    // Accounts on one side, a name on the other: nothing to compare.
    row(t('Creators'), creatorsOf(onchain), undefined),
    row(t('Creator'), undefined, creatorOf(online)),
    row(t('Address of the metadata'), onchain.uri ?? pointers.online, undefined),
    row(t('Picture'), undefined, online.image),
    row(t('Description'), undefined, online.description),
    row(t('Seller fee'), formatSellerFee(onchain.seller_fee_basis_points), undefined),
  ];
  return rows.filter(({ onChain, offChain }) => onChain !== null || offChain !== null);
}

function creatorsOf({ creators = [], verified = [] }: TokenInfo['metadata']['data']['onchain']) {
  return creators
    .filter((creator): creator is string => typeof creator === 'string')
    .slice(0, 10)
    .map((creator, at) => (isTrue(verified[at]) ? t('{0} (verified)', creator) : creator))
    .join(', ');
}

const isTrue = (value: unknown): boolean => value === true || value === 1;

const creatorOf = ({ creator }: TokenInfo['metadata']['data']['online']): string =>
  [creator?.name, creator?.site].filter((part) => part !== undefined && part !== '').join(', ');

const formatSellerFee = (points: number | undefined): string | null =>
  points === undefined || points === 0 ? null : `${points / 100} %`;

const marketNote = (finder: FinderResponse | null): string =>
  finder === null
    ? t('The Finder was not asked yet: open its view to see the token’s market figures here.')
    : t('The token is not among those that the Finder ranks now.');

function toMarketFigures(
  row: TokenRanking,
  rank: number,
  ranked: number,
  { result, request, answeredAtMilliseconds }: FinderResponse,
): NonNullable<TokenContent['market']> {
  return {
    windowSeconds: result.filters.tokensTimeRange ?? request.tokensTimeRange ?? null,
    rank: rank + 1,
    ranked,
    revenuesUsd: finiteOrZero(row.revenues),
    profitsUsd: finiteOrZero(row.profits),
    transactions: finiteOrZero(row.transactions),
    volumeUsd: finiteOrZero(row.volume),
    // Services answer 0 where they do not know.
    marketCapUsd: row.marketCap > 0 ? finiteOrZero(row.marketCap) : null,
    liquidityUsd: row.liquidity > 0 ? finiteOrZero(row.liquidity) : null,
    answeredAtMilliseconds,
  };
}

const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);

/** The pools of the finder with their figures, then those that only the market cache knows. */
function toPools(
  row: TokenRanking | undefined,
  cached: CachedPools | null,
): Pick<TokenContent, 'pools' | 'poolsNote' | 'canLoadPools'> {
  const rows = new Map((cached?.rows ?? []).map((each) => [each.pool, each]));
  const ranked = (row?.AMMs ?? [])
    .flatMap(({ address, pools }) => pools.map((pool) => ({ address, pool })))
    .map(
      ({ address, pool }): TokenPool => ({
        ...identityOf(pool.address, address, rows.get(pool.address)),
        transactions: finiteOrZero(pool.transactions),
        revenuesUsd: finiteOrZero(pool.revenues),
        profitsUsd: finiteOrZero(pool.profits),
        lookupTable: textOrNull(pool.lookupTable, 60),
      }),
    )
    .sort((a, b) => (b.revenuesUsd ?? 0) - (a.revenuesUsd ?? 0));
  const known = new Set(ranked.map(({ pool }) => pool));
  const unknown = { transactions: null, revenuesUsd: null, profitsUsd: null };
  const others = [...rows.values()]
    .filter(({ pool }) => !known.has(pool))
    .map((each): TokenPool => ({ ...identityOf(each.pool, each.program, each), ...unknown }));
  const pools = [...ranked, ...others].slice(0, maxPools);
  const left = (cached?.total ?? 0) - (cached?.rows.length ?? 0);
  return {
    pools,
    poolsNote: poolsNote(pools.length, left, cached),
    canLoadPools: cached?.isLoaded === false,
  };
}

const identityOf = (pool: string, amm: string, row: PoolRow | undefined) => ({
  pool: sanitizeText(pool, 60),
  amm: sanitizeText(amm, 60),
  ammName: ammPrograms.get(amm)?.name ?? sanitizeText(shortAddress(amm)),
  pair: row === undefined ? null : pairLabel(row),
  lookupTable: textOrNull(row?.lookupTable, 60),
});

function poolsNote(shown: number, left: number, cached: CachedPools | null): string {
  if (left > 0) return t('{0} more pools are in the market cache.', left);
  if (cached?.isLoaded === false) {
    return shown === 0
      ? t('The Finder does not rank the token now, and the market cache was not loaded yet.')
      : t('Only pools of the Finder: the market cache was not loaded yet.');
  }
  if (cached === null) return t('The market cache could not be asked.');
  return shown === 0 ? t('Neither the Finder nor the market cache knows a pool of the token.') : '';
}
