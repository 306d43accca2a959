import { timeSpan } from '../../interface/figures.ts';
import { isSameQuestion } from './changeMarks.ts';
import type { FinderAnswer } from './finderAnswer.ts';
import { observedFacts } from './verdictRow.ts';

/**
 * What to tell when the verdict has turned since the answer before; null where it has not, or where
 * the two do not answer the same question and so say nothing about each other.
 */
export function verdictFlip(older: FinderAnswer | null, newer: FinderAnswer): string | null {
  if (older === null || !isSameQuestion(older, newer)) return null;
  const { isArbitrageRecommended: now, timeRange } = newer.result.threshold;
  if (older.result.threshold.isArbitrageRecommended === now) return null;
  const figures = observedFacts(newer).map(([name, value]) => `${name} ${value}`);
  const verdict = now ? 'Arbitrage is recommended now' : 'Arbitrage is no longer recommended';
  return `${newer.source}: ${verdict}. ${figures.join('; ')}; in ${timeSpan(timeRange)}.`;
}
