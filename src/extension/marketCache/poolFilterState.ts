import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { joinList } from '../../api/join.ts';
import type { PoolFilter } from '../../backend/protocol/poolProtocol.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

export const poolOrders = ['profits', 'revenues', 'transactions', 'listed'] as const;
/** By figures of the Finder, highest first, or as the market cache lists them. */
export type PoolOrder = (typeof poolOrders)[number];

export interface PoolFilterState {
  /** One mint: pools with it on either side. Several: pools with both tokens among them. */
  readonly mints: readonly string[];
  readonly onlyAggregator: boolean;
  readonly order: PoolOrder;
}

export const emptyPoolFilter: PoolFilterState = {
  mints: [],
  onlyAggregator: false,
  order: 'profits',
};
const maxMints = 50;

export function toPoolFilter({ mints, onlyAggregator }: PoolFilterState): PoolFilter {
  const [only = ''] = mints;
  return {
    ...(mints.length === 1 ? { mint: only } : {}),
    ...(mints.length > 1 ? { mints } : {}),
    ...(onlyAggregator ? { onlyAggregator } : {}),
  };
}

export const formatPoolFilter = ({ mints, onlyAggregator }: PoolFilterState): string[] => [
  ...(mints.length === 0 ? [] : [joinList(mints.map(mintLabel))]),
  ...(onlyAggregator ? [t('aggregator only')] : []),
];

const mintLabel = (mint: string): string => knownMints.get(mint)?.symbol ?? shortAddress(mint);

/** Mints from user input (addresses, or symbols of known tokens), or an error message. */
export function parseMints(text: string): readonly string[] | string {
  const terms = text.split(/[\s,;/]+/).filter((term) => term !== '');
  if (terms.length > maxMints) return t('At most {0} tokens.', maxMints);
  const mints: string[] = [];
  for (const term of terms) {
    const mint = isAddress(term) ? term : mintBySymbol(term);
    if (mint === undefined) {
      return t('“{0}” is not a mint or known symbol.', term.slice(0, 50));
    }
    if (!mints.includes(mint)) mints.push(mint);
  }
  return mints;
}

const mintBySymbol = (symbol: string): string | undefined =>
  [...knownMints].find(([, known]) => known.symbol.toUpperCase() === symbol.toUpperCase())?.[0];

/** Validates stored state, which may come from another version. */
export function parsePoolFilterState(stored: unknown): PoolFilterState {
  if (!isObject(stored)) return emptyPoolFilter;
  const { mints, onlyAggregator, order } = stored;
  return {
    mints: Array.isArray(mints)
      ? mints.filter((mint) => typeof mint === 'string' && isAddress(mint)).slice(0, maxMints)
      : [],
    onlyAggregator: onlyAggregator === true,
    order: poolOrders.find((each) => each === order) ?? emptyPoolFilter.order,
  };
}
