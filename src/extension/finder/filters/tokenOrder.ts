import { t } from '@vscode/l10n';
import type { TokenRanking } from '../../../api/finder.ts';
import type { TokenGrowths } from '../tokenGrowth.ts';

export const tokenOrderLabels = {
  revenues: t('Gross gains'),
  profits: t('Net gains'),
  transactions: t('Transactions'),
  volume: t('Volume'),
  liquidity: t('Liquidity'),
  growth: t('Growth'),
  growthOfWeek: t('Growth, 7 days'),
} as const;
export type TokenOrder = keyof typeof tokenOrderLabels;

export const isTokenOrder = (value: unknown): value is TokenOrder =>
  typeof value === 'string' && Object.hasOwn(tokenOrderLabels, value);

const weekSeconds = 7 * 86_400;

/** Seconds of each of the windows that an order compares; `null`: it compares none. */
export function comparedSeconds(order: TokenOrder, windowSeconds: number): number | null {
  if (order === 'growth') return windowSeconds;
  return order === 'growthOfWeek' ? weekSeconds : null;
}

export interface TokenSorting {
  readonly order: TokenOrder;
  readonly pins: readonly string[];
  /** Missing: not loaded. */
  readonly growths?: TokenGrowths | undefined;
}

/**
 * Pinned tokens first, in pin order; then the others by a figure, highest first (stable sort).
 * Tokens whose growth is unknown are behind those that fell.
 */
export function sortTokens(
  tokens: readonly TokenRanking[],
  { order, pins, growths }: TokenSorting,
): readonly TokenRanking[] {
  const place = new Map(pins.map((mint, index) => [mint, index]));
  const placeOf = ({ mint }: TokenRanking) => place.get(mint) ?? pins.length;
  const figureOf = (token: TokenRanking): number =>
    order === 'growth' || order === 'growthOfWeek'
      ? (growths?.byMint.get(token.mint)?.changeUsd ?? Number.NEGATIVE_INFINITY)
      : token[order];
  return [...tokens].sort(
    (first, second) =>
      placeOf(first) - placeOf(second) || compareDescending(figureOf(first), figureOf(second)),
  );
}

/** The difference of two infinities is not a number. */
const compareDescending = (first: number, second: number): number =>
  first === second ? 0 : second - first;

export const togglePin = (pins: readonly string[], mint: string): readonly string[] =>
  pins.includes(mint) ? pins.filter((each) => each !== mint) : [...pins, mint];
