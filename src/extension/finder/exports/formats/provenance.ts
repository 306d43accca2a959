import { formatCount, formatDuration, formatUsd } from '../../../../api/format.ts';
import { knownSums } from '../../../../api/netGains.ts';
import { sanitizeText } from '../../../../api/sanitizeText.ts';
import { isSimulated } from '../../../base/connections.ts';
import type { FinderResponse } from '../../finderResponse.ts';
import { observedFigures, type ThresholdName } from '../../verdictRow.ts';
import type { ExportedPool } from './exportedPools.ts';

// Not translated: files are the same in every display language.

/** Entries of a list that are named; the rest is only counted. */
const maxListedEntries = 12;

export const formatAnsweredAt = ({ answeredAtMilliseconds }: FinderResponse): string =>
  new Date(answeredAtMilliseconds).toISOString();

export const formatSource = ({ source }: FinderResponse): string =>
  `${sanitizeText(source.name, 80)}${isSimulated(source) ? ', simulated data' : ''}`;

export const formatWindow = (seconds: number): string => formatDuration(seconds, 'unknown');

const observedLabels: Readonly<Record<ThresholdName, string>> = {
  thresholdProfits: 'Net gains',
  thresholdRevenues: 'Gross gains',
  thresholdTransactions: 'Transactions',
};

export const formatObservedFigures = (response: FinderResponse): string =>
  observedFigures(response)
    .map(({ filter, observed, threshold, isMet }) => {
      const isMetLabel = isMet ? 'met' : 'not met';
      const note = threshold === null ? 'no threshold' : `threshold ${threshold}: ${isMetLabel}`;
      return `${observedLabels[filter]} ${observed} (${note})`;
    })
    .join('; ');

export const formatVerdict = ({ result }: FinderResponse): string =>
  result.threshold.isArbitrageRecommended ? 'arbitrage recommended' : 'arbitrage not recommended';

export function provenanceLines(response: FinderResponse): string[] {
  const { threshold } = response.result;
  return [
    `Response: ${formatAnsweredAt(response)} from ${formatSource(response)}`,
    `Recommendation: ${formatVerdict(response)}`,
    `Observed in ${formatWindow(threshold.timeRange)}: ${formatObservedFigures(response)}`,
    `Counted: provider ${sanitizeText(threshold.thresholdProvider)}, bot ${sanitizeText(threshold.thresholdBot)}`,
    `Filters: ${formatFilters(response)}`,
  ];
}

/** The filters in effect: as echoed by the service, otherwise as requested. */
export const formatFilters = ({ result, request, localFilters }: FinderResponse): string =>
  // The request has the caps per AMM as a list, the echo as an object.
  Object.entries({ ...request, ...result.filters, ...localFilters })
    .filter(([, value]) => value !== undefined && !isEmptyList(value))
    .map(([name, value]) => `${sanitizeText(name)}=${formatParameter(value)}`)
    .join(', ');

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function formatParameter(value: unknown): string {
  if (Array.isArray(value)) return formatList(value.map(sanitize));
  if (typeof value === 'object' && value !== null) {
    return formatList(
      Object.entries(value).map(([name, most]) => `${sanitize(name)}:${sanitize(most)}`),
    );
  }
  return sanitize(value);
}

function formatList(entries: readonly string[]): string {
  const more = entries.length - maxListedEntries;
  const named = entries.slice(0, maxListedEntries).join(' ');
  return more > 0 ? `${named} and ${formatCount(more)} more` : named;
}

const sanitize = (value: unknown): string => sanitizeText(String(value), 60);

export function formatTokenFigures(
  { token, symbol }: ExportedPool,
  response: FinderResponse,
): string {
  const seconds = response.result.filters.tokensTimeRange ?? response.request.tokensTimeRange;
  const window = seconds === undefined ? '' : ` in ${formatWindow(seconds)}`;
  const { revenues, profits } = knownSums(token);
  return (
    `${symbol === null ? token.mint : sanitizeText(symbol)}: ${formatUsd(revenues)} gross, ${formatUsd(profits)} net, ` +
    `${formatCount(token.transactions)} tx${window}`
  );
}
