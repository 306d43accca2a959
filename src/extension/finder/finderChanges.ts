import { t } from '@vscode/l10n';
import type { TokenRanking } from '../../api/finder.ts';
import type { FinderResponse } from './finderResponse.ts';

/** Ranks by which a token rose since the previous response; negative if it fell. */
export type RankChange = number | 'new';

export interface FinderChanges {
  /** By mint, for every token of the newer response. */
  readonly rankChanges: ReadonlyMap<string, RankChange>;
  /** Whether a branch (`mint`, `mint/amm` or `mint/amm/pool`) is missing in the older response. */
  readonly isNewBranch: (branch: string) => boolean;
  /** Tokens that are only in the older response, in its order. */
  readonly removedTokens: readonly TokenRanking[];
}

/** Null unless both responses are to the same request of the same connection. */
export function compareFinderResponses(
  older: FinderResponse | null,
  newer: FinderResponse,
): FinderChanges | null {
  if (older === null || !isSameRequest(older, newer)) return null;
  const ranks = new Map(older.result.tokens.map(({ mint }, rank) => [mint, rank]));
  const rankChanges = new Map(
    newer.result.tokens.map(({ mint }, rank): [string, RankChange] => {
      const before = ranks.get(mint);
      return [mint, before === undefined ? 'new' : before - rank];
    }),
  );
  // Lazy: compares thousands of branches only when a row is expanded.
  let known: ReadonlySet<string> | null = null;
  const isNewBranch = (branch: string): boolean => {
    known ??= new Set(older.result.tokens.flatMap(branchKeys));
    return !known.has(branch);
  };
  const removedTokens = older.result.tokens.filter(({ mint }) => !rankChanges.has(mint));
  return { rankChanges, isNewBranch, removedTokens };
}

const branchKeys = ({ mint, AMMs }: TokenRanking): string[] => [
  mint,
  ...AMMs.flatMap(({ address, pools }) => [
    `${mint}/${address}`,
    ...pools.map((pool) => `${mint}/${address}/${pool.address}`),
  ]),
];

export const isSameRequest = (first: FinderResponse, second: FinderResponse): boolean =>
  first.source.name === second.source.name && requestKey(first) === requestKey(second);

const requestKey = ({ request }: FinderResponse): string =>
  JSON.stringify(
    Object.entries(request)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])
      .sort(([first], [second]) => (String(first) < String(second) ? -1 : 1)),
  );

/** Empty for the same rank. */
export function formatRankChange(change: RankChange = 0): string {
  if (change === 'new') return t('new');
  if (change === 0) return '';
  return change > 0 ? `▲${change}` : `▼${-change}`;
}

/** For screen readers. */
export function describeRankChange(change: RankChange = 0): string {
  if (change === 'new') return t('new since the last refresh');
  if (change === 0) return '';
  if (change > 0) return change === 1 ? t('up 1 rank') : t('up {0} ranks', change);
  return change === -1 ? t('down 1 rank') : t('down {0} ranks', -change);
}
