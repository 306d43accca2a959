import { t } from '@vscode/l10n';
import { formatCount, formatPercent, formatTimeAgo } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { knownSums } from '../../api/netGains.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { knownAddress } from '../../solana/knownAddresses.ts';
import { knownMints } from '../../solana/knownMints.ts';
import type { PeriodContent } from '../../webview/messages/period.ts';
import type { MetadataRow, TokenContent, TokenPool } from '../../webview/messages/token.ts';
import { knownFacts, marketFacts } from '../shared/localFacts.ts';
import { pairLabel, programLabel } from '../shared/poolLabels.ts';
import type { RecentResponses, RecentToken } from '../shared/recentResponses.ts';
import { tokenFacts, tokenWarnings } from '../shared/tokenFacts.ts';
import type { Fact } from '../ui/treeRow.ts';

export interface CachedPools {
  /** False if the market cache was never loaded. */
  readonly isLoaded: boolean;
  readonly rows: readonly PoolRow[];
  readonly total: number;
}

export interface TokenContentInput {
  readonly mint: string;
  /** Null if the connection does not know the token. */
  readonly info: TokenInfo | null;
  readonly recentResponses: RecentResponses;
  /** Null if the market cache failed. */
  readonly cached: CachedPools | null;
  readonly period: PeriodContent | null;
  readonly isPeriodOffered: boolean;
  readonly source: string;
  readonly isSimulated: boolean;
  readonly answeredAtMilliseconds: number;
}

const maxLengths = { name: 100, symbol: 40, text: 2_000, url: 600 } as const;
const maxPools = 500;

export function buildTokenContent(input: TokenContentInput): TokenContent {
  const { mint, info, recentResponses, cached, answeredAtMilliseconds, ...about } = input;
  const known = knownMints.has(mint) ? knownAddress(mint) : null;
  const knownAs = known?.name ?? null;
  const entry = recentResponses.entry(mint);
  const ranked = entry?.kind === 'token' ? entry : null;
  const market = marketFacts(
    mint,
    recentResponses,
    (milliseconds) => formatTimeAgo(milliseconds, answeredAtMilliseconds),
    { isSourceKnown: true },
  );
  return {
    mint,
    name: sanitizeText(info?.name ?? '', maxLengths.name),
    symbol: sanitizeText(info?.symbol ?? knownAs ?? '', maxLengths.symbol),
    knownAs,
    isKnown: info !== null || knownAs !== null,
    warnings: info === null ? [] : tokenWarnings(mint, info),
    facts: toFacts(info === null ? knownFacts(known) : allFacts(info)),
    metadata: info === null ? [] : metadataRows(info),
    ...picture(info ?? {}),
    market: toFacts(market),
    marketNote: ranked === null ? marketNote(recentResponses) : '',
    windowSeconds: ranked === null ? null : recentResponses.windowSeconds,
    ...toPools(ranked, cached),
    ...about,
    answeredAtMilliseconds,
  };
}

const toFacts = (facts: readonly Fact[]): TokenContent['facts'] =>
  facts.map(([name, value]) => ({ name, value }));

const allFacts = (info: TokenInfo): Fact[] => {
  const account = textOrNull(info.metadata.pointers.onchain, 60);
  return [
    ...tokenFacts(info),
    ...(account === null ? [] : [[t('Metadata account'), account] as const]),
  ];
};

const textOrNull = (value: unknown, longest: number = maxLengths.text): string | null =>
  typeof value === 'string' && value !== '' ? sanitizeText(value, longest) : null;

function picture({ image_uri: own = '', metadata }: Partial<TokenInfo>) {
  const imageUrl = httpsOrNull(own) ?? httpsOrNull(metadata?.data.online.image);
  const isRefused = imageUrl === null && own !== '';
  return { imageUrl, image: null, imageNote: isRefused ? t('its URL is not https') : '' };
}

/** Only https URLs may be requested. */
function httpsOrNull(value: string | undefined): string | null {
  if (value === undefined || value.length > maxLengths.url || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' ? href : null;
}

function metadataRows({ metadata: { data, pointers } }: TokenInfo): MetadataRow[] {
  const { onchain, online } = data;
  const row = (field: string, onChain: unknown, offChain: unknown): MetadataRow => ({
    field,
    onChain: textOrNull(onChain),
    offChain: textOrNull(offChain),
  });
  const fee = onchain.seller_fee_basis_points ?? 0;
  const rows = [
    row(t('Name'), onchain.name, online.name),
    row(t('Symbol'), onchain.symbol, online.symbol),
    // Accounts on chain, a name off chain: not comparable.
    row(t('Creators'), creatorsOf(onchain), undefined),
    row(
      t('Creator'),
      undefined,
      joinList([online.creator?.name ?? '', online.creator?.site ?? '']),
    ),
    row(t('Metadata URL'), onchain.uri ?? pointers.online, undefined),
    row(t('Picture'), undefined, online.image),
    row(t('Description'), undefined, online.description),
    row(t('Seller fee'), fee === 0 ? undefined : formatPercent(fee / 10_000), undefined),
  ];
  return rows.filter(({ onChain, offChain }) => onChain !== null || offChain !== null);
}

const creatorsOf = ({ creators = [], verified = [] }: TokenInfo['metadata']['data']['onchain']) =>
  joinList(
    creators
      .filter((creator): creator is string => typeof creator === 'string')
      .slice(0, 10)
      .map((creator, at) => (isTrue(verified[at]) ? t('{0} (verified)', creator) : creator)),
  );

const isTrue = (value: unknown): boolean => value === true || value === 1;

const marketNote = (recentResponses: RecentResponses): string =>
  recentResponses.entries().size === 0
    ? t('Open the Finder to see market figures.')
    : t('Not in the current Finder ranking.');

/** Pools of the Finder with their figures, then pools that only the market cache contains. */
function toPools(
  ranked: RecentToken | null,
  cached: CachedPools | null,
): Pick<TokenContent, 'pools' | 'poolsNote' | 'canLoadPools'> {
  const rows = new Map((cached?.rows ?? []).map((each) => [each.pool, each]));
  const inFinder = (ranked?.figures.AMMs ?? [])
    .flatMap(({ address, pools }) => pools.map((pool) => ({ address, pool })))
    .map(
      ({ address, pool }): TokenPool => ({
        ...identityOf(pool.address, address, rows.get(pool.address)),
        transactions: finiteOrZero(pool.transactions),
        revenuesUsd: finiteOrNull(knownSums(pool).revenues),
        profitsUsd: finiteOrNull(knownSums(pool).profits),
        lookupTable: textOrNull(pool.lookupTable, 60),
      }),
    )
    .sort((a, b) => (b.revenuesUsd ?? 0) - (a.revenuesUsd ?? 0));
  const known = new Set(inFinder.map(({ pool }) => pool));
  const unknown = { transactions: null, revenuesUsd: null, profitsUsd: null };
  const others = [...rows.values()]
    .filter(({ pool }) => !known.has(pool))
    .map((each): TokenPool => ({ ...identityOf(each.pool, each.program, each), ...unknown }));
  const pools = [...inFinder, ...others].slice(0, maxPools);
  return {
    pools,
    poolsNote: poolsNote(pools.length, cached),
    canLoadPools: cached?.isLoaded === false,
  };
}

const finiteOrNull = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null;
const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);

const identityOf = (pool: string, amm: string, row: PoolRow | undefined) => ({
  pool: sanitizeText(pool, 60),
  amm: sanitizeText(amm, 60),
  ammName: sanitizeText(programLabel(amm)),
  pair: row === undefined ? null : pairLabel(row),
  lookupTable: textOrNull(row?.lookupTable, 60),
});

function poolsNote(shown: number, cached: CachedPools | null): string {
  if (cached === null) return t('The market cache is not available.');
  if (!cached.isLoaded) return t('The market cache is not loaded.');
  const left = cached.total - cached.rows.length;
  if (left === 1) return t('1 more pool in the market cache.');
  if (left > 1) return t('{0} more pools in the market cache.', formatCount(left));
  return shown === 0 ? t('No pools in the Finder or the market cache.') : '';
}
