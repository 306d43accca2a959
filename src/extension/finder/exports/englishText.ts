import { formatDuration } from '../../../api/format.ts';
import type { FinderResponse } from '../finderResponse.ts';
import { observedFigures, type ThresholdName } from '../verdictRow.ts';

// What stands in files reads the same whichever language the editor speaks.

/** A window, as `timeSpan` writes it. */
export const formatTimeSpanEnglish = (seconds: number): string =>
  formatDuration(seconds, 'unknown');

const observedLabels: Readonly<Record<ThresholdName, string>> = {
  thresholdProfits: 'Net gains',
  thresholdRevenues: 'Gross gains',
  thresholdTransactions: 'Transactions',
};

/** Each observed figure, its threshold in effect, and whether it is met. */
export const formatObservedFigures = (answer: FinderResponse): string =>
  observedFigures(answer)
    .map(({ filter, observed, threshold, isMet }) => {
      const words =
        threshold === null
          ? `${observed}, no threshold set`
          : `${observed} of ${threshold}: ${isMet ? 'met' : 'not met'}`;
      return `${observedLabels[filter]} ${words}`;
    })
    .join('; ');
