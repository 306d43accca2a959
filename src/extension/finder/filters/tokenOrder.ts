import { t } from '@vscode/l10n';
import type { TokenRanking } from '../../../api/finder.ts';

export const tokenOrderLabels = {
  revenues: t('Gross gains'),
  profits: t('Net gains'),
  transactions: t('Transactions'),
  volume: t('Volume'),
  liquidity: t('Liquidity'),
} as const;
export type TokenOrder = keyof typeof tokenOrderLabels;

export const isTokenOrder = (value: unknown): value is TokenOrder =>
  typeof value === 'string' && Object.hasOwn(tokenOrderLabels, value);

/** Pinned tokens first, in pin order; then the others by a figure, highest first (stable sort). */
export function sortTokens(
  tokens: readonly TokenRanking[],
  order: TokenOrder,
  pins: readonly string[],
): readonly TokenRanking[] {
  const place = new Map(pins.map((mint, index) => [mint, index]));
  const placeOf = ({ mint }: TokenRanking) => place.get(mint) ?? pins.length;
  return [...tokens].sort(
    (first, second) => placeOf(first) - placeOf(second) || second[order] - first[order],
  );
}

export const togglePin = (pins: readonly string[], mint: string): readonly string[] =>
  pins.includes(mint) ? pins.filter((each) => each !== mint) : [...pins, mint];
