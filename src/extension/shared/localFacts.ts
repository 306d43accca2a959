import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatTimeAgo, formatUsd } from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { isOnCurve } from '../../solana/isOnCurve.ts';
import { type KnownAddress, knownAddress } from '../../solana/knownAddresses.ts';
import type { ScanMatch } from '../../solana/scan/scanText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { compileMessage } from '../base/messageTemplate.ts';
import type { Fact } from '../ui/treeRow.ts';
import { type FactSheet, truncatedText } from './factSheet.ts';
import type { RecentPool, RecentResponses, RecentToken } from './recentResponses.ts';
import { symbolWarnings } from './tokenFacts.ts';

export type AddressKind = KnownAddress['kind'] | 'pool' | 'wallet' | 'unknown';

/** Whether an address is on the curve, so that it can have a secret key. */
export const isWalletLike = (address: string): boolean => {
  const bytes = decodeBase58(address);
  return bytes !== null && isOnCurve(bytes);
};

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

/** Compiled once: completions and the look-alike index name thousands of pools. */
const formatPoolName = compileMessage(t('{0} {1} pool'));

export const linkTooltip = (kind: ScanMatch['kind'], text: string, memory: RecentResponses) =>
  kind === 'signature' ? t('Open Transaction') : t('Look Up {0}', nameOrShortAddress(text, memory));

export const nameOrShortAddress = (address: string, memory: RecentResponses): string =>
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

export function localFacts(address: string, memory: RecentResponses, now = Date.now()): FactSheet {
  const kind = addressKind(address, memory);
  const known = knownAddress(address);
  const seen = memory.entry(address);
  const mint = memory.mint(address);
  const formatTime = (milliseconds: number) => formatTimeAgo(milliseconds, now);
  return {
    title: nameOrShortAddress(address, memory),
    kindLabel:
      kind === 'unknown' && !isWalletLike(address)
        ? t('program-derived address (PDA)')
        : formatKind(kind),
    facts: [
      [t('Address'), address],
      ...knownFacts(known),
      ...(known === null && kind === 'mint' && mint !== null
        ? [[t('Decimals'), String(mint.decimals)] as const]
        : []),
      ...poolIdentity(address, memory),
      ...marketFacts(address, memory, formatTime),
      ...sourceFacts(address, memory),
      ...(seen?.kind === 'lookup-table'
        ? [[t('Finder pools that use it'), formatCount(seen.pools.length)] as const]
        : []),
    ],
    warnings: known === null ? symbolWarnings(address, mint?.symbol ?? '') : [],
  };
}

export function knownFacts(known: KnownAddress | null): Fact[] {
  if (known === null) return [];
  const { kind, role, decimals, provider } = known;
  return [
    ...(role === undefined
      ? []
      : [[kind === 'mint' ? t('Token program') : t('Role'), role] as const]),
    ...(decimals === undefined ? [] : [[t('Decimals'), String(decimals)] as const]),
    ...(provider === undefined ? [] : [[t('Provider'), provider] as const]),
  ];
}

/** Where the Finder's figures come from, for places that do not say it; empty without figures. */
export function sourceFacts(address: string, memory: RecentResponses): Fact[] {
  const kind = memory.entry(address)?.kind;
  return kind === 'token' || kind === 'pool' ? [[t('Source'), memory.source]] : [];
}

/** Price and figures of the Finder, with window and age. */
export function marketFacts(
  address: string,
  memory: RecentResponses,
  formatTime: (milliseconds: number) => string,
): Fact[] {
  const seen = memory.entry(address);
  const facts = priceFacts(address, memory, formatTime);
  if (seen?.kind !== 'token' && seen?.kind !== 'pool') return facts;
  const window = formatDuration(memory.windowSeconds);
  const answered = formatTime(memory.answeredAtMilliseconds);
  return [
    ...facts,
    ...(seen.kind === 'token' ? tokenFigures(seen) : gainFacts(seen)),
    [t('Finder'), joinList([t('last {0}', window), answered])],
  ];
}

/** Price with its age; empty if unknown. */
export function priceFacts(
  mint: string,
  memory: RecentResponses,
  formatTime: (milliseconds: number) => string,
): Fact[] {
  const price = memory.price(mint);
  if (price === null) return [];
  const { usd, atMilliseconds: at } = price;
  const amount = formatUsd(usd);
  return [[t('Price'), at === null ? amount : joinNote(amount, formatTime(at))]];
}

const gainFacts = ({
  revenues,
  profits,
  transactions,
}: Pick<RecentPool, 'revenues' | 'profits' | 'transactions'>): Fact[] => [
  [t('Gross gains'), formatUsd(revenues)],
  [t('Net gains'), formatUsd(profits)],
  [t('Transactions'), formatCount(transactions)],
];

/** Services return 0 for an unknown amount. */
export const formatKnownUsd = (value: number): string =>
  value > 0 ? formatUsd(value) : t('unknown');

const tokenFigures = ({ figures, rank, ranked }: RecentToken): Fact[] => [
  [t('Rank'), t('{0} of {1} by gross gains', formatCount(rank), formatCount(ranked))],
  ...gainFacts(figures),
  [t('Volume'), formatUsd(figures.volume)],
  [t('Market cap'), formatKnownUsd(figures.marketCap)],
  [t('Liquidity'), formatKnownUsd(figures.liquidity)],
];

/** What a pool of the Finder is; empty for anything else. */
function poolIdentity(address: string, memory: RecentResponses): Fact[] {
  const pool = memory.entry(address);
  if (pool?.kind !== 'pool') return [];
  return [
    ['AMM', nameOrShortAddress(pool.amm, memory)],
    [t('Token'), joinNote(nameOrShortAddress(pool.mint, memory), shortAddress(pool.mint))],
    ...(pool.lookupTable === '' ? [] : [[t('Lookup table'), pool.lookupTable] as const]),
  ];
}
