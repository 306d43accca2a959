import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatTimeAgo, formatUsd } from '../../api/format.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { isOnCurve } from '../../solana/isOnCurve.ts';
import { type KnownAddress, knownAddress } from '../../solana/knownAddresses.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { compileMessage } from '../messageTemplate.ts';
import type { Fact } from '../ui/treeRow.ts';
import { type FactSheet, truncatedText } from './factSheet.ts';
import type { RecentEntry, RecentPool, RecentResponses, RecentToken } from './recentResponses.ts';

export type AddressKind = KnownAddress['kind'] | 'pool' | 'wallet' | 'unknown';

/** Whether an address can have a secret key; a program's own addresses cannot. */
export const isWalletLike = (address: string): boolean => {
  const bytes = decodeBase58(address);
  return bytes !== null && isOnCurve(bytes);
};

/** What is known of an address without asking anybody. */
export function addressKind(address: string, memory: RecentResponses): AddressKind {
  const known = knownAddress(address);
  if (known !== null) return known.kind;
  if (memory.walletName(address) !== null) return 'wallet';
  const seen = memory.entry(address);
  if (seen !== null) return recentKinds[seen.kind];
  return memory.mint(address) === null ? 'unknown' : 'mint';
}

const recentKinds = {
  token: 'mint',
  pool: 'pool',
  amm: 'program',
  'lookup-table': 'lookup-table',
} as const;

/** Symbol of a mint or name of anything else; `null`: it has none that is known here. */
export function addressName(address: string, memory: RecentResponses): string | null {
  const known = knownAddress(address);
  if (known !== null) return known.name;
  const wallet = truncatedText(memory.walletName(address) ?? '');
  if (wallet !== '') return wallet;
  const symbol = truncatedText(memory.mint(address)?.symbol ?? '');
  if (symbol !== '') return symbol;
  const seen = memory.entry(address);
  if (seen?.kind !== 'pool') return null;
  return formatPoolName(
    nameOrShortAddress(seen.amm, memory),
    nameOrShortAddress(seen.mint, memory),
  );
}

/** Completions and the search for look-alikes name thousands of pools. */
const formatPoolName = compileMessage(t('{0} {1} pool'));

const nameOrShortAddress = (address: string, memory: RecentResponses): string =>
  addressName(address, memory) ?? shortAddress(address);

const kindLabels: Readonly<Record<AddressKind, string>> = {
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

export const formatKind = (kind: AddressKind): string => kindLabels[kind];

/** Everything that can be said of an address at once. */
export function localFacts(address: string, memory: RecentResponses, now = Date.now()): FactSheet {
  const kind = addressKind(address, memory);
  const known = knownAddress(address);
  const seen = memory.entry(address);
  const mint = memory.mint(address);
  const name = addressName(address, memory);
  return {
    title: name ?? shortAddress(address),
    kindLabel: formatKind(kind),
    facts: [
      [t('Address'), address],
      ...(memory.walletName(address) === null ? [] : [[t('Tracked'), t('yes')] as const]),
      ...(known === null ? [] : knownFacts(known)),
      ...(known === null && kind === 'mint' && mint !== null
        ? [[t('Decimals'), String(mint.decimals)] as const]
        : []),
      ...priceFacts(address, memory, now),
      ...(seen === null ? [] : recentFacts(seen, memory, now)),
      [
        t('Curve'),
        isWalletLike(address)
          ? t('on the curve: can have a secret key')
          : t('off the curve: a program’s own address (PDA)'),
      ],
    ],
    warnings: known === null ? symbolWarnings(address, mint?.symbol ?? '') : [],
  };
}

const knownFacts = ({ kind, role, decimals, provider }: KnownAddress): Fact[] => [
  [kind === 'mint' ? t('Token program') : t('Role'), role],
  ...(decimals === undefined ? [] : [[t('Decimals'), String(decimals)] as const]),
  ...(provider === undefined ? [] : [[t('Provider'), provider] as const]),
];

function priceFacts(address: string, memory: RecentResponses, now: number): Fact[] {
  const price = memory.price(address);
  if (price === null) return [];
  const { usd, atMilliseconds: at } = price;
  return [[t('Price'), `${formatUsd(usd)}${at === null ? '' : `, ${formatTimeAgo(at, now)}`}`]];
}

/** What is odd about a symbol that a token gave itself. */
export function symbolWarnings(mint: string, symbol: string): string[] {
  const imitated = lookAlikeSymbol(mint, symbol);
  return [
    ...(imitated === null
      ? []
      : [t('Its symbol is or looks like {0}, but this is not the mint of {0}.', imitated)]),
    ...(truncatedText(symbol) !== symbol
      ? [
          t(
            'Its symbol holds characters that cannot be seen, or is very long; they are written out.',
          ),
        ]
      : []),
  ];
}

function recentFacts(seen: RecentEntry, memory: RecentResponses, now: number): Fact[] {
  const asOf: Fact = [
    t('Finder'),
    t(
      '{0}, {1} window, asked {2}',
      memory.source,
      formatDuration(memory.windowSeconds),
      formatTimeAgo(memory.answeredAtMilliseconds, now),
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
          t('{0} of the finder’s answer are loaded through it', formatCount(seen.pools.length)),
        ],
      ];
    case 'amm':
      return [];
  }
}

const gainFacts = (revenues: number, profits: number, transactions: number): Fact[] => [
  [t('Gross gains'), formatUsd(revenues)],
  [t('Net gains'), formatUsd(profits)],
  [t('Transactions'), formatCount(transactions)],
];

const tokenFigures = ({ figures, rank }: RecentToken): Fact[] => [
  [t('Rank'), t('{0} by gross gains', rank)],
  ...gainFacts(figures.revenues, figures.profits, figures.transactions),
  [t('Volume'), formatUsd(figures.volume)],
  [t('Market cap'), figures.marketCap > 0 ? formatUsd(figures.marketCap) : t('unknown')],
  [t('Liquidity'), figures.liquidity > 0 ? formatUsd(figures.liquidity) : t('unknown')],
];

const poolFigures = (pool: RecentPool, memory: RecentResponses): Fact[] => [
  ['AMM', nameOrShortAddress(pool.amm, memory)],
  [t('Token'), `${nameOrShortAddress(pool.mint, memory)} (${shortAddress(pool.mint)})`],
  ...gainFacts(pool.revenues, pool.profits, pool.transactions),
  ...(pool.lookupTable === '' ? [] : [[t('Lookup table'), pool.lookupTable] as const]),
];
