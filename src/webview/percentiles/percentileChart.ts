import { t } from '@vscode/l10n';
import { percentileKeys } from '../../api/enumerations.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import type { ChartGroup, ChartLine } from './chartModel.ts';
import { type ChartOptions, drawChart } from './drawChart.ts';
import {
  describeFilter,
  formatSample,
  formatWindow,
  statisticLabel,
  totalSampleSize,
} from './labels.ts';
import { formatPercentile, percentPosition } from './percentileAt.ts';
import type { PlotLine } from './plot.ts';

const last = percentileKeys.length - 1;

/** The twelve percentiles of every line. */
export function drawPercentileChart(options: ChartOptions): SVGSVGElement {
  const { query, percent } = options;
  const label = t(
    '{0}, {1}: one line for each provider over twelve percentiles. The table beneath holds every figure.',
    statisticLabel(query.statistic),
    describeFilter(query),
  );
  return drawChart(options, label, (group, { response, lines }, _column, area, xOf) => {
    const xAt = (at: number) => xOf(at / last);
    const every = area.width / last < 27 ? 2 : 1;
    return {
      title: `${statisticLabel(query.statistic)} · ${formatWindow(response.windowSeconds)}`,
      subtitle: `${t('{0} transactions', formatCount(totalSampleSize(response)))} · ${formatUtcTime(response.answeredAtMilliseconds)}`,
      amounts: group.amounts,
      ticks: percentileKeys.map((key, at) => ({
        x: xAt(at),
        label: key,
        at,
        isBare: at % every !== 0 && at !== last,
      })),
      lines: lines.map((line) => toPlotLine(line, group, xAt)),
      marker: {
        x: xAt(percentPosition(percent)),
        label: formatPercentile(percent),
        amounts: lines.map(({ marker }) => marker?.value ?? null),
      },
    };
  });
}

function toPlotLine(
  { key, label, style, series, values, isSmallSample }: ChartLine,
  { display }: ChartGroup,
  xAt: (at: number) => number,
): PlotLine {
  const note = formatSample(series.sample);
  return {
    key,
    label,
    note,
    style,
    isHollow: () => isSmallSample,
    points: values.map((amount, at) =>
      amount === null
        ? null
        : {
            x: xAt(at),
            amount,
            title: `${label} ${percentileKeys[at]}: ${display.format(amount)} (${note})`,
          },
    ),
  };
}
