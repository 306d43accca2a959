import { t } from '@vscode/l10n';
import { formatCount, formatPercent, formatUtcTime } from '../../api/format.ts';
import { joinLabel, joinNote } from '../../api/join.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import { indexedShare, isSmallSample } from '../charts/marketChartData.ts';
import type { MarketContent, MarketHistoryContent, MarketQuery } from '../messages/market.ts';

export const chartTitle = ({ scopeLabel }: MarketContent): string =>
  joinLabel(t('Market'), scopeLabel === '' ? t('Whole market') : scopeLabel);

export const chartLabel = (content: MarketContent, history: MarketHistoryContent): string =>
  t('{0}. The table has every figure.', joinNote(chartTitle(content), formatPeriod(history)));

const formatPeriod = ({ period }: MarketHistoryContent) =>
  formatTimeRange(period.from * 1_000, period.to * 1_000);

const countLabel = (count: number): string =>
  count === 1 ? t('1 transaction') : t('{0} transactions', formatCount(count));

export function aboutHistory(history: MarketHistoryContent): string {
  const { total, untilMilliseconds } = history;
  const until = untilMilliseconds === null ? t('unknown') : formatUtcTime(untilMilliseconds);
  return [
    formatPeriod(history),
    countLabel(total.transactions + total.failures),
    t('{0} indexed', formatPercent(indexedShare(history))),
    t('data until {0}', until),
  ].join(' · ');
}

export function notesOf({ scope }: MarketQuery, history: MarketHistoryContent): string {
  const { points, rowsFromMilliseconds } = history;
  const known = points.filter(({ coverage }) => coverage !== null);
  const small = known.filter(({ tips, fees }) => isSmallSample(tips) || isSmallSample(fees));
  return [
    hasPartial(history) ? t('Dashed: the first and last intervals are partial.') : '',
    scope !== null && ['token', 'amm', 'pool'].includes(scope.kind)
      ? t('A failed transaction counts only if its bot’s instruction lists such a pool.')
      : '',
    rowsFromMilliseconds === null
      ? ''
      : t(
          'Tips, fees and single arbitrages are stored since {0}.',
          formatUtcTime(rowsFromMilliseconds),
        ),
    known.length < points.length ? t('Hatched: not indexed, unknown.') : '',
    small.length > 0
      ? t(
          'Small samples: in {0} of {1} intervals, a percentile is of fewer than 30 transactions.',
          small.length,
          known.length,
        )
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function hasPartial({ fromMilliseconds, intervalSeconds, points, period }: MarketHistoryContent) {
  const from = fromMilliseconds / 1_000;
  return period.from > from || period.to < from + points.length * intervalSeconds;
}
