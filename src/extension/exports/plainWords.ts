import { count } from '../../interface/figures.ts';
import type { FinderAnswer } from '../views/finderAnswer.ts';
import { observedFigures, type ThresholdName } from '../views/verdictRow.ts';

// What stands in files reads the same whichever language the editor speaks.

/** A window in the largest unit that has no rest. */
export function plainTimeSpan(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'unknown';
  if (seconds > 0 && seconds % 3_600 === 0) return `${count(seconds / 3_600)} h`;
  if (seconds > 0 && seconds % 60 === 0) return `${count(seconds / 60)} min`;
  return `${count(seconds)} s`;
}

const observedNames: Readonly<Record<ThresholdName, string>> = {
  thresholdProfits: 'Net gains',
  thresholdRevenues: 'Gross gains',
  thresholdTransactions: 'Transactions',
};

/** Each observed figure, its threshold in effect, and whether it is met. */
export const observedWords = (answer: FinderAnswer): string =>
  observedFigures(answer)
    .map(({ filter, observed, threshold, isMet }) => {
      const words =
        threshold === null
          ? `${observed}, no threshold set`
          : `${observed} of ${threshold}: ${isMet ? 'met' : 'not met'}`;
      return `${observedNames[filter]} ${words}`;
    })
    .join('; ');
