import { t } from '@vscode/l10n';
import { formatCount, formatDuration } from '../../api/format.ts';
import {
  type PercentileContent,
  type PercentileQuery,
  type PercentileResponse,
  type Statistic,
  smallSampleSize,
} from '../messages/percentiles.ts';

/** Names of the three statistics, as the tabs and the pictures have them. */
export function statisticLabel(statistic: Statistic): string {
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
export const formatWindow = (seconds: number): string => t('last {0}', formatDuration(seconds));

/** `n 1,234`, or `n 12 · few`. */
export const formatSample = (sample: number): string =>
  `n ${formatCount(sample)}${sample < smallSampleSize ? ` · ${t('few')}` : ''}`;

/** What the answer is about, in one line: range, providers, wallets. */
export function describeFilter({
  statistic,
  minimum,
  maximum,
  providers,
  wallets,
}: PercentileQuery) {
  const least = minimum === null ? null : formatCount(BigInt(minimum));
  const most = maximum === null ? null : formatCount(BigInt(maximum));
  const range =
    statistic === 'tipsByGains'
      ? formatInputAmountRange(least, most)
      : formatComputeUnitRange(least, most);
  const who =
    wallets.length === 0
      ? t('whole market')
      : wallets.length === 1
        ? t('1 wallet')
        : t('{0} wallets', formatCount(wallets.length));
  return [range, ...(providers.length === 0 ? [] : [providers.join(', ')]), who].join(' · ');
}

function formatComputeUnitRange(least: string | null, most: string | null): string {
  if (least === null) {
    return most === null ? t('all compute units') : t('compute units up to {0}', most);
  }
  return most === null
    ? t('compute units from {0}', least)
    : t('compute units {0} to {1}', least, most);
}

function formatInputAmountRange(least: string | null, most: string | null): string {
  if (least === null) {
    return most === null ? t('all input amounts') : t('input amount up to {0}', most);
  }
  return most === null
    ? t('input amount from {0}', least)
    : t('input amount {0} to {1}', least, most);
}

/** Transactions of an answer; one that tipped twice counts twice. */
export const totalSampleSize = ({ series }: PercentileResponse): number =>
  series.reduce((sum, { sample }) => sum + sample, 0);

export const providerLabel = (provider: string): string =>
  provider === 'NO_PROVIDER' ? t('No provider') : provider;

/** How the percentiles are made. */
export const methodLabel = (isNearestRank: boolean): string =>
  isNearestRank ? t('nearest rank') : t('as the service computes it');

/** The limit in words, with what is left of it. */
export function rateLimitMessage(
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
  const limit = formatCount(requestsPerMinute);
  if (seconds > 0) return t('Next request: in {0} s ({1} a minute)', formatCount(seconds), limit);
  return requestsLeft === null
    ? t('Next request: at once ({0} a minute)', limit)
    : t('Next request: at once ({0} left of {1} a minute)', formatCount(requestsLeft), limit);
}
