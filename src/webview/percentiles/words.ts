import { t } from '@vscode/l10n';
import { count, timeSpan } from '../../interface/figures.ts';
import {
  type PercentileAnswer,
  type PercentileContent,
  type PercentileQuery,
  type PercentileSeries,
  type Statistic,
  smallSample,
} from '../messages/percentiles.ts';

/** Names of the three statistics, as the tabs and the pictures have them. */
export function statisticName(statistic: Statistic): string {
  switch (statistic) {
    case 'tipsByComputeUnit':
      return t('Tips by compute units');
    case 'tipsByGains':
      return t('Tips by gains');
    case 'feesByComputeUnit':
      return t('Fees by compute units');
  }
}

/** `last 1 h`. */
export const windowWords = (seconds: number): string => t('last {0}', timeSpan(seconds));

/** `n 1,234`, or `n 12 · few`. */
export const sampleWords = (sample: number): string =>
  `n ${count(sample)}${sample < smallSample ? ` · ${t('few')}` : ''}`;

/** What the answer is about, in one line: range, providers, wallets. */
export function filterWords({ statistic, minimum, maximum, providers, wallets }: PercentileQuery) {
  const least = minimum === null ? null : count(BigInt(minimum));
  const most = maximum === null ? null : count(BigInt(maximum));
  const range = statistic === 'tipsByGains' ? amountsWords(least, most) : unitsWords(least, most);
  const who =
    wallets.length === 0
      ? t('whole market')
      : wallets.length === 1
        ? t('1 wallet')
        : t('{0} wallets', count(wallets.length));
  return [range, ...(providers.length === 0 ? [] : [providers.join(', ')]), who].join(' · ');
}

function unitsWords(least: string | null, most: string | null): string {
  if (least === null) {
    return most === null ? t('all compute units') : t('compute units up to {0}', most);
  }
  return most === null
    ? t('compute units from {0}', least)
    : t('compute units {0} to {1}', least, most);
}

function amountsWords(least: string | null, most: string | null): string {
  if (least === null) {
    return most === null ? t('all input amounts') : t('input amount up to {0}', most);
  }
  return most === null
    ? t('input amount from {0}', least)
    : t('input amount {0} to {1}', least, most);
}

/** Transactions of an answer; one that tipped twice counts twice. */
export const totalSample = ({ series }: PercentileAnswer): number =>
  series.reduce((sum, { sample }) => sum + sample, 0);

export const providerName = ({ provider }: Pick<PercentileSeries, 'provider'>): string =>
  provider === 'NO_PROVIDER' ? t('No provider') : provider;

/** How the percentiles are made. */
export const methodWords = (isNearestRank: boolean): string =>
  isNearestRank ? t('nearest rank') : t('as the service computes it');

/** The limit in words, with what is left of it. */
export function limitWords(
  {
    requestsPerMinute,
    requestsLeft,
    nextRequestAtMilliseconds: next,
  }: Pick<PercentileContent, 'requestsPerMinute' | 'requestsLeft' | 'nextRequestAtMilliseconds'>,
  nowMilliseconds: number,
): string {
  if (requestsPerMinute === null) {
    return t('Next request: at once, this connection has no limit');
  }
  const seconds = next === null ? 0 : Math.ceil((next - nowMilliseconds) / 1_000);
  const limit = count(requestsPerMinute);
  if (seconds > 0) return t('Next request: in {0} s ({1} a minute)', count(seconds), limit);
  return requestsLeft === null
    ? t('Next request: at once ({0} a minute)', limit)
    : t('Next request: at once ({0} left of {1} a minute)', count(requestsLeft), limit);
}
