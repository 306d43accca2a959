import { t } from '@vscode/l10n';
import { formatUsd } from '../../api/format.ts';
import { intervalUnit } from '../charts/intervalUnit.ts';
import type { ChartSeries, TimeChartData } from '../charts/timeChartData.ts';
import type { ReplayContent } from '../messages/coverage.ts';

const height = 140;
const color = 0;

export function replayChart(
  { points, interval, configs }: ReplayContent,
  label: string,
): TimeChartData {
  const own = (at: number) => points.map((point) => point.configs[at]?.net_gains_usd ?? null);
  const series: ChartSeries[] = [
    {
      kind: 'bars',
      label: t('market'),
      color,
      isHollow: true,
      values: points.map(({ market }) => market.net_gains_usd),
    },
    { kind: 'bars', label: 'A', color, values: own(0) },
    ...(configs.length > 1 ? [{ kind: 'ticks' as const, label: 'B', color, values: own(1) }] : []),
  ];
  return {
    label,
    fromMilliseconds: Date.parse(points[0]?.time ?? '') || 0,
    intervalMilliseconds: interval * 1_000,
    isUnknown: points.map(() => false),
    rows: [
      {
        title: t('Net gain, USD per {0}', intervalUnit(interval)),
        height,
        scale: 'linear',
        format: formatUsd,
        series,
      },
    ],
  };
}
