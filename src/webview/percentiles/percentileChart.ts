import { t } from '@vscode/l10n';
import { percentileKeys } from '../../api/enumerations.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import {
  formatPercentile,
  isFewAbove,
  percentPosition,
  publishedPercents,
} from '../charts/percentileAt.ts';
import type { Chart, ChartOptions } from './chartLayout.ts';
import { type ChartGroup, type ChartLine, isMarket } from './chartModel.ts';
import {
  chartLabel,
  formatSample,
  formatWindow,
  statisticLabel,
  transactionsLabel,
} from './labels.ts';
import type { PlotLine } from './plot.ts';

const last = percentileKeys.length - 1;

export function percentileChart(
  { query, percent, isMultiples }: ChartOptions,
  method: string,
): Chart {
  return {
    label: chartLabel(statisticLabel(query.statistic), query),
    xTitle: joinList([t('Percentile'), method]),
    isInterpolated: true,
    title: ({ response }) =>
      `${statisticLabel(query.statistic)} · ${formatWindow(response.windowSeconds)}`,
    notes: ({ response, lines }) => {
      const providers = response.series.filter((series) => !isMarket(series));
      const drawn = lines.filter(({ series }) => !isMarket(series));
      return [
        formatUtcTime(response.answeredAtMilliseconds),
        transactionsLabel(providers.reduce((sum, { sample }) => sum + sample, 0)),
        t('{0} of {1} providers', drawn.length, formatCount(providers.length)),
      ];
    },
    amounts: ({ amounts }) => amounts,
    plot: (group, { lines }, area, xOf) => {
      const xAt = (at: number) => xOf(at / last);
      const every = isMultiples ? 5 : Math.ceil(28 / (area.width / last));
      return {
        ticks: percentileKeys.flatMap((label, at) => {
          // The last percentile always has a label, so one too close to it has none.
          const isNamed = at === last || (at % every === 0 && last - at >= every);
          return isNamed ? [{ position: xAt(at), label }] : [];
        }),
        lines: lines.map((line) => toPlotLine(line, group, xAt)),
        marker: { x: xAt(percentPosition(percent)), label: formatPercentile(percent) },
      };
    },
  };
}

function toPlotLine(
  { key, label, style, series: { sample }, values, marker }: ChartLine,
  { display }: ChartGroup,
  xAt: (at: number) => number,
): PlotLine {
  return {
    key,
    label,
    style,
    markerAmount: marker?.value ?? null,
    points: values.map((amount, at) =>
      amount === null
        ? null
        : {
            x: xAt(at),
            amount,
            title: joinLabel(
              `${label} ${percentileKeys[at]}`,
              joinNote(display.format(amount), formatSample(sample)),
            ),
            isHollow: isFewAbove(sample, publishedPercents[at] ?? 0),
          },
    ),
  };
}
