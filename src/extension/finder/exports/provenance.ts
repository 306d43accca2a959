import { formatCount, formatUsd } from '../../../api/format.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import type { FinderResponse } from '../finderResponse.ts';
import { formatObservedFigures, formatTimeSpanEnglish } from './englishText.ts';
import type { ExportedPool } from './exportedPools.ts';

/** Entries of a list that a stamp names before it only counts the rest. */
const maxListedEntries = 12;

export const formatAnsweredAt = ({ answeredAtMilliseconds }: FinderResponse): string =>
  new Date(answeredAtMilliseconds).toISOString();

export const formatSource = ({ source }: FinderResponse): string =>
  `${sanitizeText(source.name, 80)}${source.kind === 'sandbox' ? ', simulated data' : ''}`;

export const formatVerdict = ({ result }: FinderResponse): string =>
  result.threshold.isArbitrageRecommended ? 'arbitrage recommended' : 'arbitrage not recommended';

/** When, from where, by which filters and with what verdict the pools were found, line by line. */
export function provenanceLines(answer: FinderResponse): string[] {
  const { threshold } = answer.result;
  return [
    `Answered: ${formatAnsweredAt(answer)} by ${formatSource(answer)}`,
    `Verdict: ${formatVerdict(answer)}`,
    `Observed in ${formatTimeSpanEnglish(threshold.timeRange)}: ${formatObservedFigures(answer)}`,
    `Counted: provider ${sanitizeText(threshold.thresholdProvider)}, bot ${sanitizeText(threshold.thresholdBot)}`,
    `Filters: ${formatFilters(answer)}`,
  ];
}

/** The filters in effect: as the service echoes them, and as they were asked for where it does not. */
export const formatFilters = ({ result, request, localFilters }: FinderResponse): string =>
  // The request writes the caps per AMM as a list, the echo as an object.
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

/** What a token earned, for a comment beside it. */
export function formatTokenFigures(
  { token, symbol }: ExportedPool,
  answer: FinderResponse,
): string {
  const seconds = answer.result.filters.tokensTimeRange ?? answer.request.tokensTimeRange;
  const window = seconds === undefined ? '' : ` in ${formatTimeSpanEnglish(seconds)}`;
  return (
    `${symbol === null ? token.mint : sanitizeText(symbol)}: ${formatUsd(token.revenues)} gross, ${formatUsd(token.profits)} net, ` +
    `${formatCount(token.transactions)} tx${window}`
  );
}
