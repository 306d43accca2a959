import { t } from '@vscode/l10n';
import type { TokenRanking } from '../../api/finder.ts';
import type { FinderResponse } from './finderResponse.ts';

/** The change of a token's rank since the response before. */
export type RankChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'up'; readonly by: number }
  | { readonly kind: 'down'; readonly by: number }
  | { readonly kind: 'new' };

/** The changes between two responses to the same request. */
export interface FinderChanges {
  /** By mint, of every token of the newer response. */
  readonly rankChanges: ReadonlyMap<string, RankChange>;
  /** Whether the older response did not have a branch: `mint`, `mint/amm` or `mint/amm/pool`. */
  readonly isNewBranch: (branch: string) => boolean;
  /** Tokens that only the older response has, in its order. */
  readonly removedTokens: readonly TokenRanking[];
}

const unchangedRank: RankChange = { kind: 'same' };

/**
 * The changes; null where the two cannot be compared: there is no older one, or it came from another
 * connection or another request, so that everything would seem to have changed.
 */
export function compareFinderResponses(
  older: FinderResponse | null,
  newer: FinderResponse,
): FinderChanges | null {
  if (older === null || !isSameRequest(older, newer)) return null;
  const ranks = new Map(older.result.tokens.map(({ mint }, rank) => [mint, rank]));
  const rankChanges = new Map(
    newer.result.tokens.map(({ mint }, rank) => [mint, rankChange(ranks.get(mint), rank)]),
  );
  // Thousands of branches are compared only when a row is expanded.
  let known: ReadonlySet<string> | null = null;
  const isNewBranch = (branch: string): boolean => {
    known ??= new Set(older.result.tokens.flatMap(branchKeys));
    return !known.has(branch);
  };
  const removedTokens = older.result.tokens.filter(({ mint }) => !rankChanges.has(mint));
  return { rankChanges, isNewBranch, removedTokens };
}

function rankChange(before: number | undefined, now: number): RankChange {
  if (before === undefined) return { kind: 'new' };
  if (before === now) return unchangedRank;
  return now < before ? { kind: 'up', by: before - now } : { kind: 'down', by: now - before };
}

const branchKeys = ({ mint, AMMs }: TokenRanking): string[] => [
  mint,
  ...AMMs.flatMap(({ address, pools }) => [
    `${mint}/${address}`,
    ...pools.map((pool) => `${mint}/${address}/${pool.address}`),
  ]),
];

/** Whether two responses came from the same connection and the same filters. */
export const isSameRequest = (first: FinderResponse, second: FinderResponse): boolean =>
  first.source.name === second.source.name && requestKey(first) === requestKey(second);

const requestKey = ({ request }: FinderResponse): string =>
  JSON.stringify(
    Object.entries(request)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])
      .sort(([first], [second]) => (String(first) < String(second) ? -1 : 1)),
  );

/** A change for a row; empty where there is none. */
export function formatRankChange(change: RankChange | undefined): string {
  switch (change?.kind) {
    case 'up':
      return `▲${change.by}`;
    case 'down':
      return `▼${change.by}`;
    case 'new':
      return t('new');
    default:
      return '';
  }
}

/** The same for screen readers. */
export function describeRankChange(change: RankChange | undefined): string {
  switch (change?.kind) {
    case 'up':
      return change.by === 1 ? t('up 1 rank') : t('up {0} ranks', change.by);
    case 'down':
      return change.by === 1 ? t('down 1 rank') : t('down {0} ranks', change.by);
    case 'new':
      return t('new since the last refresh');
    default:
      return '';
  }
}
