import { t } from '@vscode/l10n';
import { count, timeAgo, timeSpan, usd } from '../../interface/figures.ts';
import { type KnownAddress, knownAddress } from '../../solana/addressBook.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { isOnCurve } from '../../solana/curve.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { phrase } from '../phrase.ts';
import type { Fact } from '../views/treeRow.ts';
import { type Facts, shownText } from './facts.ts';
import type { MarketMemory, Seen, SeenPool, SeenToken } from './marketMemory.ts';

/** What an address turned out to be. */
export type AddressKind = KnownAddress['kind'] | 'pool' | 'wallet' | 'unknown';

/** Whether an address can have a secret key; a program's own addresses cannot. */
export const isWalletLike = (address: string): boolean => {
  const bytes = decodeBase58(address);
  return bytes !== null && isOnCurve(bytes);
};

/** What is known of an address without asking anybody. */
export function localKind(address: string, memory: MarketMemory): AddressKind {
  const known = knownAddress(address);
  if (known !== null) return known.kind;
  if (memory.wallet(address) !== null) return 'wallet';
  const seen = memory.seen(address);
  if (seen !== null) return seenKinds[seen.kind];
  return memory.mint(address) === null ? 'unknown' : 'mint';
}

const seenKinds = {
  token: 'mint',
  pool: 'pool',
  amm: 'program',
  'lookup-table': 'lookup-table',
} as const;

/** Symbol of a mint or name of anything else; `null`: it has none that is known here. */
export function localName(address: string, memory: MarketMemory): string | null {
  const known = knownAddress(address);
  if (known !== null) return known.name;
  const wallet = shownText(memory.wallet(address) ?? '');
  if (wallet !== '') return wallet;
  const symbol = shownText(memory.mint(address)?.symbol ?? '');
  if (symbol !== '') return symbol;
  const seen = memory.seen(address);
  if (seen?.kind !== 'pool') return null;
  return poolName(nameOr(seen.amm, memory), nameOr(seen.mint, memory));
}

/** Completions and the search for look-alikes name thousands of pools. */
const poolName = phrase(t('{0} {1} pool'));

const nameOr = (address: string, memory: MarketMemory): string =>
  localName(address, memory) ?? shortAddress(address);

const whats: Readonly<Record<AddressKind, string>> = {
  mint: t('token mint'),
  program: t('program'),
  'tip-account': t('tip account'),
  'fee-account': t('fee account'),
  'lookup-table': t('address lookup table'),
  sysvar: t('sysvar'),
  pool: t('pool'),
  wallet: t('wallet'),
  unknown: t('address'),
};

export const whatOf = (kind: AddressKind): string => whats[kind];

/** Everything that can be said of an address at once. */
export function localFacts(address: string, memory: MarketMemory, now = Date.now()): Facts {
  const kind = localKind(address, memory);
  const known = knownAddress(address);
  const seen = memory.seen(address);
  const name = localName(address, memory);
  return {
    title: name ?? shortAddress(address),
    what: whatOf(kind),
    facts: [
      [t('Address'), address],
      ...(memory.wallet(address) === null ? [] : [[t('Tracked'), t('yes')] as const]),
      ...(known === null ? [] : knownFacts(known)),
      ...(known === null && kind === 'mint' ? mintFacts(address, memory) : []),
      ...priceFacts(address, memory, now),
      ...(seen === null ? [] : seenFacts(seen, memory, now)),
      [t('Curve'), curveWords(address)],
    ],
    warnings: known === null ? imitation(address, memory) : [],
  };
}

function curveWords(address: string): string {
  return isWalletLike(address)
    ? t('on the curve: can have a secret key')
    : t('off the curve: a program’s own address (PDA)');
}

const knownFacts = ({ kind, role, decimals, provider }: KnownAddress): Fact[] => [
  [kind === 'mint' ? t('Token program') : t('Role'), role],
  ...(decimals === undefined ? [] : [[t('Decimals'), String(decimals)] as const]),
  ...(provider === undefined ? [] : [[t('Provider'), provider] as const]),
];

function mintFacts(address: string, memory: MarketMemory): Fact[] {
  const mint = memory.mint(address);
  return mint === null ? [] : [[t('Decimals'), String(mint.decimals)]];
}

function priceFacts(address: string, memory: MarketMemory, now: number): Fact[] {
  const mint = memory.mint(address);
  if (mint === null || mint.priceUsd === null) return [];
  const at = Date.parse(mint.pricedAt);
  const age = Number.isNaN(at) ? '' : `, ${timeAgo(at, now)}`;
  return [[t('Price'), `${usd(mint.priceUsd)}${age}`]];
}

function imitation(address: string, memory: MarketMemory): string[] {
  const symbol = memory.mint(address)?.symbol ?? '';
  return symbolWarnings(address, symbol);
}

/** What is odd about a symbol that a token gave itself. */
export function symbolWarnings(mint: string, symbol: string): string[] {
  const imitated = lookAlikeSymbol(mint, symbol);
  return [
    ...(imitated === null
      ? []
      : [t('Its symbol is or looks like {0}, but this is not the mint of {0}.', imitated)]),
    ...(shownText(symbol) !== symbol
      ? [
          t(
            'Its symbol holds characters that cannot be seen, or is very long; they are written out.',
          ),
        ]
      : []),
  ];
}

function seenFacts(seen: Seen, memory: MarketMemory, now: number): Fact[] {
  const asOf: Fact = [
    t('Finder'),
    t(
      '{0}, {1} window, asked {2}',
      memory.source,
      timeSpan(memory.windowSeconds),
      timeAgo(memory.answeredAtMilliseconds, now),
    ),
  ];
  switch (seen.kind) {
    case 'token':
      return [asOf, ...tokenFigures(seen)];
    case 'pool':
      return [asOf, ...poolFigures(seen, memory)];
    case 'lookup-table':
      return [
        [
          t('Pools'),
          t('{0} of the finder’s answer are loaded through it', count(seen.pools.length)),
        ],
      ];
    case 'amm':
      return [];
  }
}

const gains = (revenues: number, profits: number, transactions: number): Fact[] => [
  [t('Gross gains'), usd(revenues)],
  [t('Net gains'), usd(profits)],
  [t('Transactions'), count(transactions)],
];

const tokenFigures = ({ figures, rank }: SeenToken): Fact[] => [
  [t('Rank'), t('{0} by gross gains', rank)],
  ...gains(figures.revenues, figures.profits, figures.transactions),
  [t('Volume'), usd(figures.volume)],
  [t('Market cap'), figures.marketCap > 0 ? usd(figures.marketCap) : t('unknown')],
  [t('Liquidity'), figures.liquidity > 0 ? usd(figures.liquidity) : t('unknown')],
];

const poolFigures = (pool: SeenPool, memory: MarketMemory): Fact[] => [
  ['AMM', nameOr(pool.amm, memory)],
  [t('Token'), `${nameOr(pool.mint, memory)} (${shortAddress(pool.mint)})`],
  ...gains(pool.revenues, pool.profits, pool.transactions),
  ...(pool.lookupTable === '' ? [] : [[t('Lookup table'), pool.lookupTable] as const]),
];
