import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';
import { isSameRequest } from './finderChanges.ts';
import type { FinderResponse } from './finderResponse.ts';
import { observedFact, observedFigures } from './verdictRow.ts';

/**
 * What to tell when the verdict has turned since the answer before; null where it has not, or where
 * the two do not answer the same question and so say nothing about each other.
 */
export function verdictChangeMessage(
  older: FinderResponse | null,
  newer: FinderResponse,
): string | null {
  if (older === null || !isSameRequest(older, newer)) return null;
  const { isArbitrageRecommended: now, timeRange } = newer.result.threshold;
  if (older.result.threshold.isArbitrageRecommended === now) return null;
  const facts = observedFigures(newer).map(observedFact);
  const figures = facts.map(([name, value]) => `${name} ${value}`).join('; ');
  const values = { source: newer.source.name, figures, window: formatDuration(timeRange) };
  return now
    ? t('{source}: Arbitrage is recommended now. {figures}; in {window}.', values)
    : t('{source}: Arbitrage is no longer recommended. {figures}; in {window}.', values);
}
