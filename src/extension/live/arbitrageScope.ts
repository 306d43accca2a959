import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { rowAddress, rowId } from '../ui/treeRow.ts';
import { type LiveFilter, parseLiveFilter } from './liveFilter.ts';

/** Filter for arbitrages, and the label of its only token, pool or wallet if known. */
export interface ArbitrageScope {
  readonly filter: LiveFilter;
  readonly label: string;
}

/** Most arbitrages begin and end with SOL, so SOL matches the base; other mints match the route. */
export const mintScope = (mint: string): LiveFilter =>
  mint === wrappedSolMint ? { bases: [mint] } : { tokens: [mint] };

/** Accepts a row, an address, or an object such as `{ tokens: [mint], label: 'JUP' }`. */
export function parseScope(given: unknown): ArbitrageScope | null {
  const label = labelOf(given);
  const filter = filterOf(given);
  return Object.keys(filter).length === 0 ? null : { filter, label };
}

function filterOf(given: unknown): LiveFilter {
  const address = typeof given === 'string' ? given : rowAddress(given);
  const kind = isObject(given) ? given['context'] : undefined;
  if (address === null || typeof kind !== 'string') {
    return address === null ? parseLiveFilter(given) : addressFilter(address);
  }
  if (!isAddress(address)) return {};
  switch (kind) {
    case 'wallet':
      return { wallets: [address] };
    case 'token':
      return mintScope(address);
    case 'amm':
      return { amms: [address], ...tokenAbove(given) };
    case 'pool':
      return { pools: [address], ...tokenAbove(given) };
    default:
      return addressFilter(address);
  }
}

/** The Finder's figures of an AMM or pool are those of its token, so filter by it too. */
function tokenAbove(row: unknown): LiveFilter {
  const [, mint = ''] = /^token:([^/]+)\//.exec(rowId(row)) ?? [];
  return isAddress(mint) ? { tokens: [mint] } : {};
}

function addressFilter(address: string): LiveFilter {
  if (!isAddress(address)) return {};
  if (knownMints.has(address)) return mintScope(address);
  return ammPrograms.has(address) ? { amms: [address] } : { wallets: [address] };
}

function labelOf(given: unknown): string {
  const label = isObject(given) ? given['label'] : undefined;
  return typeof label === 'string' ? sanitizeText(label, 40) : '';
}
