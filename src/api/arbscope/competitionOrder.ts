import { t } from '@vscode/l10n';
import { formatCount } from '../format.ts';

interface Placed {
  readonly signature: string;
  readonly slot: number;
  readonly position: number;
}

interface Attempts<Attempt> {
  readonly winner: Attempt | null;
  readonly rivals: readonly Attempt[];
  readonly own_copies: readonly Attempt[];
  readonly later_takers: readonly Attempt[];
}

export const inChainOrder = (first: Placed, second: Placed): number =>
  first.slot - second.slot || first.position - second.position;

/** All that are known to have wanted the arbitrage, each once, in the order of the chain. */
export function attemptsInOrder<Attempt extends Placed>(competition: Attempts<Attempt>): Attempt[] {
  const { winner, rivals, own_copies, later_takers } = competition;
  const others = [...rivals, ...own_copies, ...later_takers];
  const all = winner === null ? others : [winner, ...others];
  const bySignature = new Map(all.map((attempt) => [attempt.signature, attempt]));
  return [...bySignature.values()].sort(inChainOrder);
}

/** `2nd of 7`. */
export function placeOf(place: number, count: number): string {
  const figures = [formatCount(place), formatCount(count)] as const;
  switch (new Intl.PluralRules('en', { type: 'ordinal' }).select(place)) {
    case 'one':
      return t('{0}st of {1}', ...figures);
    case 'two':
      return t('{0}nd of {1}', ...figures);
    case 'few':
      return t('{0}rd of {1}', ...figures);
    default:
      return t('{0}th of {1}', ...figures);
  }
}
