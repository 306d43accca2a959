import { visibleText } from '../../interface/displayText.ts';
import { count, usd } from '../../interface/figures.ts';
import { type FinderAnswer, simulatedSource } from '../views/finderAnswer.ts';
import type { ExportedPool } from './exportTree.ts';
import { observedWords, plainTimeSpan } from './plainWords.ts';

/** Entries of a list that a stamp names before it only counts the rest. */
const entriesNamed = 12;

export const answeredAt = ({ answeredAtMilliseconds }: FinderAnswer): string =>
  new Date(answeredAtMilliseconds).toISOString();

export const sourceName = ({ source }: FinderAnswer): string =>
  source === simulatedSource ? `${source}, simulated data` : visibleText(source, 80);

export const verdictName = ({ result }: FinderAnswer): string =>
  result.threshold.isArbitrageRecommended ? 'arbitrage recommended' : 'arbitrage not recommended';

/** When, from where, by which filters and with what verdict the pools were found, line by line. */
export function stamp(answer: FinderAnswer): string[] {
  const { threshold } = answer.result;
  const sample = sampleWords(answer);
  return [
    `Answered: ${answeredAt(answer)} by ${sourceName(answer)}`,
    `Verdict: ${verdictName(answer)}`,
    `Observed in ${plainTimeSpan(threshold.timeRange)}: ${observedWords(answer)}`,
    `Counted: provider ${visibleText(threshold.thresholdProvider)}, bot ${visibleText(threshold.thresholdBot)}`,
    ...(sample === '' ? [] : [`Sample: ${sample}`]),
    `Filters: ${filterWords(answer)}`,
  ];
}

/** Which part of the blocks every count is made of, where it is not all of them; else empty. */
export function sampleWords({ result }: FinderAnswer): string {
  const { sample } = result as { readonly sample?: unknown };
  if (typeof sample !== 'object' || sample === null) return '';
  const { fraction, since } = sample as Readonly<Record<string, unknown>>;
  if (typeof fraction !== 'number' || typeof since !== 'string') return '';
  return `${Number((fraction * 100).toPrecision(3))} % of the blocks since ${visibleText(since)}`;
}

/** The filters in effect: as the service echoes them, and as they were asked for where it does not. */
function filtersOf({
  result,
  request,
  localFilters,
}: FinderAnswer): Readonly<Record<string, unknown>> {
  // The request writes the caps per AMM as a list, the echo as an object.
  return { ...request, ...result.filters, ...localFilters };
}

export const filterWords = (answer: FinderAnswer): string =>
  Object.entries(filtersOf(answer))
    .filter(([, value]) => value !== undefined && !isEmptyList(value))
    .map(([name, value]) => `${visibleText(name)}=${words(value)}`)
    .join(', ');

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function words(value: unknown): string {
  if (Array.isArray(value)) return list(value.map(plain));
  if (typeof value === 'object' && value !== null) {
    return list(Object.entries(value).map(([name, most]) => `${plain(name)}:${plain(most)}`));
  }
  return plain(value);
}

function list(entries: readonly string[]): string {
  const more = entries.length - entriesNamed;
  const named = entries.slice(0, entriesNamed).join(' ');
  return more > 0 ? `${named} and ${count(more)} more` : named;
}

const plain = (value: unknown): string => visibleText(String(value), 60);

/** What a token earned, for a comment beside it. */
export function tokenWords({ token, symbol }: ExportedPool, answer: FinderAnswer): string {
  const seconds = answer.result.filters.tokensTimeRange ?? answer.request.tokensTimeRange;
  const window = seconds === undefined ? '' : ` in ${plainTimeSpan(seconds)}`;
  return (
    `${symbol === null ? token.mint : visibleText(symbol)}: ${usd(token.revenues)} gross, ${usd(token.profits)} net, ` +
    `${count(token.transactions)} tx${window}`
  );
}
