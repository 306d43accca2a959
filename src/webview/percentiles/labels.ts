import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatPercent } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import {
  marketProvider,
  type NonceCounts,
  type PercentileContent,
  type PercentileQuery,
  type Statistic,
} from '../messages/percentiles.ts';

export const statisticLabels = (): Readonly<Record<Statistic, string>> => ({
  tipsByComputeUnit: t('Tips by compute units'),
  tipsByGains: t('Tips by gains'),
  feesByComputeUnit: t('Fees by compute units'),
});

export const statisticLabel = (statistic: Statistic): string => statisticLabels()[statistic];

/** `last 1 h`. */
export const formatWindow = (seconds: number): string => t('last {0}', formatDuration(seconds));

/** `n 1,234`, or `n 12 · small sample`. */
export const formatSample = (sample: number): string =>
  `n ${formatCount(sample)}${sample < smallSampleSize ? ` · ${t('small sample')}` : ''}`;

export const filterLabels = ({
  statistic,
  minimum,
  maximum,
  providers,
  wallets,
}: PercentileQuery) => {
  const [least, most] = [minimum, maximum].map((bound) => bound && formatCount(BigInt(bound)));
  const isGains = statistic === 'tipsByGains';
  const range = least && most ? `${least} – ${most}` : least ? `≥ ${least}` : most && `≤ ${most}`;
  return {
    range: range
      ? joinLabel(isGains ? t('Input amount') : t('Compute units'), range)
      : isGains
        ? t('All input amounts')
        : t('All compute units'),
    providers:
      providers.length === 0 ? t('All providers') : joinList(providers.map(providerOrMarket)),
    wallets:
      wallets.length === 0
        ? t('All wallets')
        : wallets.length === 1
          ? t('1 wallet')
          : t('{0} wallets', formatCount(wallets.length)),
  };
};

export const chartLabel = (title: string, query: PercentileQuery): string =>
  t(
    '{0}. The table below has every figure.',
    joinList([title, ...Object.values(filterLabels(query))]),
  );

export const transactionsLabel = (count: number): string =>
  count === 1 ? t('1 transaction') : t('{0} transactions', formatCount(count));

/** One sentence per window; empty for tips, and if the service does not count nonces. */
export const nonceNote = ({ query, nonces }: Pick<PercentileContent, 'query' | 'nonces'>): string =>
  nonces
    .flatMap((counts, at) => {
      if (counts === null || counts.attempts === 0) return [];
      const words = nonceSentence(counts);
      const window = query.windowsSeconds[at];
      return nonces.length < 2 || window === undefined
        ? words
        : joinLabel(formatWindow(window), words);
    })
    .join(' ');

function nonceSentence({ attempts, durable, unknown }: NonceCounts): string {
  const known = attempts - unknown;
  if (known <= 0) return t('Whether these attempts used durable nonces is unknown.');
  const share = [formatCount(durable), formatCount(known), formatPercent(durable / known)] as const;
  return unknown === 0
    ? t('{0} of {1} attempts ({2}) used a durable nonce.', ...share)
    : t(
        '{0} of {1} attempts ({2}) used a durable nonce; of {3} more it is unknown.',
        ...share,
        formatCount(unknown),
      );
}

export const providerOrMarket = (provider: string): string =>
  provider === marketProvider ? t('≈ Market') : providerLabel(provider);

export const methodLabel = (isNearestRank: boolean): string =>
  isNearestRank ? t('nearest rank') : t('as computed by the service');

/** Requests that the rate limit allows now; empty without a known limit. */
export function rateLimitMessage(
  {
    requestsPerMinute,
    requestsLeft,
    nextRequestAtMilliseconds: next,
  }: Pick<PercentileContent, 'requestsPerMinute' | 'requestsLeft' | 'nextRequestAtMilliseconds'>,
  nowMilliseconds: number,
): string {
  const seconds = next === null ? 0 : Math.ceil((next - nowMilliseconds) / 1_000);
  if (seconds > 0) return t('Next request in {0} s', formatCount(seconds));
  return requestsPerMinute === null || requestsLeft === null
    ? ''
    : t('{0} of {1} requests/min left', formatCount(requestsLeft), formatCount(requestsPerMinute));
}
