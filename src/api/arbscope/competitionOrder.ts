import { t } from '@vscode/l10n';
import { formatCount } from '../format.ts';
import type { CompetitionRole } from './competition.ts';

interface Placed {
  readonly slot: number;
  readonly position: number;
}

interface Attempt extends Placed {
  readonly role: CompetitionRole;
}

/** Roles of attempts that are known to have wanted the arbitrage. */
const certainRoles: ReadonlySet<CompetitionRole> = new Set([
  'winner',
  'rival',
  'own-copy',
  'later-taker',
]);

export const inChainOrder = (first: Placed, second: Placed): number =>
  first.slot - second.slot || first.position - second.position;

/** Those that are known to have wanted the arbitrage, in the order of the chain. */
export const certainAttempts = <Each extends Attempt>(attempts: readonly Each[]): Each[] =>
  attempts.filter(({ role }) => certainRoles.has(role)).sort(inChainOrder);

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
