import { t } from '@vscode/l10n';
import type { TokenRanking } from '../../interface/finder.ts';
import type { FinderAnswer } from './finderAnswer.ts';

/** What became of a token since the answer before. */
export type RankChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'up'; readonly by: number }
  | { readonly kind: 'down'; readonly by: number }
  | { readonly kind: 'new' };

/** What changed between two answers to the same question. */
export interface ChangeMarks {
  /** By mint, of every token of the newer answer. */
  readonly tokens: ReadonlyMap<string, RankChange>;
  /** Whether the older answer did not have a branch: `mint`, `mint/amm` or `mint/amm/pool`. */
  readonly isNew: (branch: string) => boolean;
  /** Tokens of the older answer that the newer has no more, in their old order. */
  readonly gone: readonly TokenRanking[];
}

const same: RankChange = { kind: 'same' };

/**
 * What changed; null where the two cannot be compared: there is no older one, or it came from
 * another connection or was asked otherwise, so that everything would seem to have changed.
 */
export function changeMarks(older: FinderAnswer | null, newer: FinderAnswer): ChangeMarks | null {
  if (older === null || !isSameQuestion(older, newer)) return null;
  const ranks = new Map(older.result.tokens.map(({ mint }, rank) => [mint, rank]));
  const tokens = new Map(
    newer.result.tokens.map(({ mint }, rank) => [mint, rankChange(ranks.get(mint), rank)]),
  );
  // Thousands of branches are compared only when somebody opens a row.
  let known: ReadonlySet<string> | null = null;
  const isNew = (branch: string): boolean => {
    known ??= new Set(older.result.tokens.flatMap(branches));
    return !known.has(branch);
  };
  const gone = older.result.tokens.filter(({ mint }) => !tokens.has(mint));
  return { tokens, isNew, gone };
}

function rankChange(before: number | undefined, now: number): RankChange {
  if (before === undefined) return { kind: 'new' };
  if (before === now) return same;
  return now < before ? { kind: 'up', by: before - now } : { kind: 'down', by: now - before };
}

const branches = ({ mint, AMMs }: TokenRanking): string[] => [
  mint,
  ...AMMs.flatMap(({ address, pools }) => [
    `${mint}/${address}`,
    ...pools.map((pool) => `${mint}/${address}/${pool.address}`),
  ]),
];

/** Whether two answers came from one connection and were asked for by the same filters. */
export const isSameQuestion = (first: FinderAnswer, second: FinderAnswer): boolean =>
  first.source === second.source && question(first) === question(second);

const question = ({ request }: FinderAnswer): string =>
  JSON.stringify(
    Object.entries(request)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])
      .sort(([first], [second]) => (String(first) < String(second) ? -1 : 1)),
  );

/** A change beside a token's name; empty where there is none. */
export function markOf(change: RankChange | undefined): string {
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
export function spokenMark(change: RankChange | undefined): string {
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
