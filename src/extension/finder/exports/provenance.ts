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
  const sample = formatSample(answer);
  return [
    `Answered: ${formatAnsweredAt(answer)} by ${formatSource(answer)}`,
    `Verdict: ${formatVerdict(answer)}`,
    `Observed in ${formatTimeSpanEnglish(threshold.timeRange)}: ${formatObservedFigures(answer)}`,
    `Counted: provider ${sanitizeText(threshold.thresholdProvider)}, bot ${sanitizeText(threshold.thresholdBot)}`,
    ...(sample === '' ? [] : [`Sample: ${sample}`]),
    `Filters: ${formatFilters(answer)}`,
  ];
}

/** Which part of the blocks every count is made of, where it is not all of them; else empty. */
export function formatSample({ result }: FinderResponse): string {
  const { sample } = result as { readonly sample?: unknown };
  if (typeof sample !== 'object' || sample === null) return '';
  const { fraction, since } = sample as Readonly<Record<string, unknown>>;
  if (typeof fraction !== 'number' || typeof since !== 'string') return '';
  return `${Number((fraction * 100).toPrecision(3))} % of the blocks since ${sanitizeText(since)}`;
}

/** The filters in effect: as the service echoes them, and as they were asked for where it does not. */
function effectiveFilters({
  result,
  request,
  localFilters,
}: FinderResponse): Readonly<Record<string, unknown>> {
  // The request writes the caps per AMM as a list, the echo as an object.
  return { ...request, ...result.filters, ...localFilters };
}

export const formatFilters = (answer: FinderResponse): string =>
  Object.entries(effectiveFilters(answer))
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
