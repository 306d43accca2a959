import { t } from '@vscode/l10n';
import type { PoolFilter } from '../../market/poolProtocol.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { isAddress } from './accountList.ts';

/** Which pools the view shows. */
export interface PoolChoice {
  /** One: pools with it on either side. Several: pools whose tokens are both among them. */
  readonly mints: readonly string[];
  readonly onlyAggregator: boolean;
}

export const everyPool: PoolChoice = { mints: [], onlyAggregator: false };
const mintsMaximum = 50;

export function filterOf({ mints, onlyAggregator }: PoolChoice): PoolFilter {
  const [only = ''] = mints;
  return {
    ...(mints.length === 1 ? { mint: only } : {}),
    ...(mints.length > 1 ? { mints } : {}),
    ...(onlyAggregator ? { onlyAggregator } : {}),
  };
}

/** In words, for the view's description. */
export const choiceWords = ({ mints, onlyAggregator }: PoolChoice): string[] => [
  ...(mints.length === 0 ? [] : [mints.map(mintName).join(', ')]),
  ...(onlyAggregator ? [t('aggregator only')] : []),
];

const mintName = (mint: string): string => knownMints.get(mint)?.symbol ?? shortAddress(mint);

/** Mints in what somebody typed: addresses, or symbols of known tokens; or what is wrong. */
export function readMints(text: string): readonly string[] | string {
  const terms = text.split(/[\s,;/]+/).filter((term) => term !== '');
  if (terms.length > mintsMaximum) return t('At most {0} tokens.', mintsMaximum);
  const mints: string[] = [];
  for (const term of terms) {
    const mint = isAddress(term) ? term : mintOfSymbol(term);
    if (mint === undefined) {
      return t('“{0}” is neither a mint nor the symbol of a known token.', term.slice(0, 50));
    }
    if (!mints.includes(mint)) mints.push(mint);
  }
  return mints;
}

function mintOfSymbol(symbol: string): string | undefined {
  const wanted = symbol.toUpperCase();
  for (const [mint, known] of knownMints) {
    if (known.symbol.toUpperCase() === wanted) return mint;
  }
  return undefined;
}

/** What the storage holds may be of another version. */
export function readChoice(kept: unknown): PoolChoice {
  if (typeof kept !== 'object' || kept === null) return everyPool;
  const mints: unknown = Reflect.get(kept, 'mints');
  return {
    mints: Array.isArray(mints)
      ? mints.filter((mint) => typeof mint === 'string' && isAddress(mint)).slice(0, mintsMaximum)
      : [],
    onlyAggregator: Reflect.get(kept, 'onlyAggregator') === true,
  };
}
