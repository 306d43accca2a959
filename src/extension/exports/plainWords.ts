import { timeSpan } from '../../interface/figures.ts';
import type { FinderAnswer } from '../views/finderAnswer.ts';
import { observedFigures, type ThresholdName } from '../views/verdictRow.ts';

// What stands in files reads the same whichever language the editor speaks.

/** A window, as `timeSpan` writes it. */
export const plainTimeSpan = (seconds: number): string => timeSpan(seconds, 'unknown');

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
