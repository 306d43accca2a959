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
export const statisticNames: Readonly<Record<Statistic, string>> = {
  tipsByComputeUnit: 'Tips by compute units',
  tipsByGains: 'Tips by gains',
  feesByComputeUnit: 'Fees by compute units',
};

/** What the range of a statistic is over. */
export const rangeNames: Readonly<Record<Statistic, string>> = {
  tipsByComputeUnit: 'Compute units',
  tipsByGains: 'Input amount',
  feesByComputeUnit: 'Compute units',
};

/** `last 1 h`. */
export const windowWords = (seconds: number): string => `last ${timeSpan(seconds)}`;

/** `n 1,234`, or `n 12 · few`. */
export const sampleWords = (sample: number): string =>
  `n ${count(sample)}${sample < smallSample ? ' · few' : ''}`;

/** What the answer is about, in one line: range, providers, wallets. */
export function filterWords({ statistic, minimum, maximum, providers, wallets }: PercentileQuery) {
  const name = rangeNames[statistic].toLowerCase();
  const least = minimum === null ? null : count(BigInt(minimum));
  const most = maximum === null ? null : count(BigInt(maximum));
  const range =
    least === null && most === null
      ? `all ${name === 'compute units' ? name : `${name}s`}`
      : least === null
        ? `${name} up to ${most}`
        : most === null
          ? `${name} from ${least}`
          : `${name} ${least} to ${most}`;
  const who =
    wallets.length === 0
      ? 'whole market'
      : `${count(wallets.length)} ${wallets.length === 1 ? 'wallet' : 'wallets'}`;
  return [range, ...(providers.length === 0 ? [] : [providers.join(', ')]), who].join(' · ');
}

/** Transactions of an answer; one that tipped twice counts twice. */
export const totalSample = ({ series }: PercentileAnswer): number =>
  series.reduce((sum, { sample }) => sum + sample, 0);

export const providerName = ({ provider }: Pick<PercentileSeries, 'provider'>): string =>
  provider === 'NO_PROVIDER' ? 'No provider' : provider;

/** How the percentiles are made. */
export const methodWords = (isNearestRank: boolean): string =>
  isNearestRank ? 'nearest rank' : 'as the service computes it';

/** The limit in words, with what is left of it. */
export function limitWords(
  {
    requestsPerMinute,
    requestsLeft,
    nextRequestAtMilliseconds: next,
  }: Pick<PercentileContent, 'requestsPerMinute' | 'requestsLeft' | 'nextRequestAtMilliseconds'>,
  nowMilliseconds: number,
): string {
  if (requestsPerMinute === null) return 'Next request: at once, this connection has no limit';
  const seconds = next === null ? 0 : Math.ceil((next - nowMilliseconds) / 1_000);
  const when = seconds > 0 ? `in ${count(seconds)} s` : 'at once';
  const left = requestsLeft === null || seconds > 0 ? '' : `${count(requestsLeft)} left of `;
  return `Next request: ${when} (${left}${count(requestsPerMinute)} a minute)`;
}
