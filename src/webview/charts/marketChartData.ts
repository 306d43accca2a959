import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import type { MarketHistoryContent, MarketPoint, Sampled, TimeRange } from '../messages/market.ts';
import { intervalUnit } from './intervalUnit.ts';
import { smallSampleSize } from './smallSample.ts';
import type { ChartRow, ChartSeries, TimeChartData } from './timeChartData.ts';
import type { TimeSelection } from './timeSelection.ts';

/** The percentiles of tips or fees share one colour. */
const colors = { transactions: 0, net: 2, gross: 3, volume: 0, percentiles: 5 } as const;

export function marketChartData(history: MarketHistoryContent, label: string): TimeChartData {
  const { points, intervalSeconds, fromMilliseconds, period } = history;
  const per = intervalUnit(intervalSeconds);
  const valuesOf = (read: (point: MarketPoint) => number | null) =>
    points.map((point) => (point.coverage === null ? null : read(point)));
  const bars = { kind: 'bars', color: colors.transactions } as const;
  return {
    label,
    fromMilliseconds,
    intervalMilliseconds: intervalSeconds * 1_000,
    period: { fromMilliseconds: period.from * 1_000, toMilliseconds: period.to * 1_000 },
    isUnknown: points.map(({ coverage }) => coverage === null),
    rows: [
      {
        title: t('Transactions per {0}', per),
        height: 92,
        scale: 'linear',
        format: formatCount,
        series: [
          { ...bars, label: t('succeeded'), values: valuesOf((each) => each.transactions) },
          {
            ...bars,
            label: t('failed'),
            isHollow: true,
            isStacked: true,
            values: valuesOf((each) => each.failures),
          },
        ],
      },
      {
        title: t('Gains, USD per {0}', per),
        height: 80,
        scale: 'linear',
        format: formatUsd,
        series: [
          {
            kind: 'line',
            label: t('net'),
            color: colors.net,
            shape: 0,
            values: valuesOf((each) => each.netGainsUsd),
          },
          {
            kind: 'line',
            label: t('gross'),
            color: colors.gross,
            pattern: 1,
            shape: 2,
            values: valuesOf((each) => each.revenuesUsd),
          },
        ],
      },
      {
        title: t('Volume, USD per {0}', per),
        height: 62,
        scale: 'linear',
        format: formatUsd,
        series: [
          {
            kind: 'area',
            label: t('volume'),
            color: colors.volume,
            values: valuesOf((each) => each.volumeUsd),
          },
        ],
      },
      percentileRow(t('Tips, lamports'), 92, points, ({ tips }) => tips),
      percentileRow(t('Fees, lamports'), 74, points, ({ fees }) => fees),
    ],
  };
}

function percentileRow(
  title: string,
  height: number,
  points: readonly MarketPoint[],
  sampledOf: (point: MarketPoint) => Sampled,
): ChartRow {
  const series = ['p50', 'p75', 'p95'].map(
    (name, at): ChartSeries => ({
      kind: 'line',
      label: name,
      color: colors.percentiles,
      pattern: at,
      shape: at,
      values: points.map((point) =>
        point.coverage === null ? null : (sampledOf(point).values[at] ?? null),
      ),
      notes: points.map((point) => (isSmallSample(sampledOf(point)) ? t('small sample') : '')),
    }),
  );
  return { title, height, scale: 'log', format: formatLamportCount, series };
}

export const formatLamportCount = (lamports: number): string => formatCount(Math.ceil(lamports));

export const isSmallSample = ({ sample }: Sampled): boolean =>
  sample > 0 && sample < smallSampleSize;

export const toTimeRange = (
  { fromMilliseconds, intervalSeconds, period }: MarketHistoryContent,
  { first, last }: TimeSelection,
): TimeRange => {
  const from = fromMilliseconds / 1_000;
  return {
    from: Math.max(period.from, from + first * intervalSeconds),
    to: Math.min(period.to, from + (last + 1) * intervalSeconds),
  };
};

/** Null if no part of the range is drawn. */
export function toSelection(
  { fromMilliseconds, intervalSeconds, points }: MarketHistoryContent,
  range: TimeRange | null,
): TimeSelection | null {
  if (range === null) return null;
  const indexOf = (seconds: number) => (seconds - fromMilliseconds / 1_000) / intervalSeconds;
  const first = Math.max(0, Math.floor(indexOf(range.from)));
  const last = Math.min(points.length - 1, Math.ceil(indexOf(range.to)) - 1);
  return first > last ? null : { first, last };
}

/** Indexed share of the period's blocks. */
export const indexedShare = ({ points }: MarketHistoryContent): number =>
  points.reduce((sum, { coverage }) => sum + (coverage ?? 0), 0) / Math.max(1, points.length);
