import { t } from '@vscode/l10n';
import { percentileKeys } from '../../api/enumerations.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import { svgElement } from '../dom.ts';
import type { PercentileQuery } from '../messages/percentiles.ts';
import { amountScale, type ScaleKind } from './amountScale.ts';
import { layoutChart, type PlotArea } from './chartLayout.ts';
import type { ChartGroup, ChartLine, ChartModel, ChartWindow } from './chartModel.ts';
import {
  describeFilter,
  formatSample,
  formatWindow,
  statisticLabel,
  totalSampleSize,
} from './labels.ts';
import { formatPercentile, percentPosition } from './percentileAt.ts';
import { drawPlot, type Plot, type PlotLine } from './plot.ts';

export interface PercentileChartOptions {
  readonly model: ChartModel;
  readonly query: PercentileQuery;
  readonly width: number;
  readonly scale: ScaleKind;
  readonly percent: number;
}

/** The twelve percentiles of every line; windows stand side by side where there is room. */
export function drawPercentileChart(options: PercentileChartOptions): SVGSVGElement {
  const { model, query, width } = options;
  const cells = layoutChart({
    width,
    rows: model.groups.length,
    columns: model.groups[0]?.windows.length ?? 1,
  });
  const plots = model.groups.flatMap((group, row) =>
    group.windows.map((window, column) =>
      drawPlot(toPlot(group, window, cells.areaAt(row, column), options)),
    ),
  );
  return svgElement(
    'svg',
    {
      class: 'picture',
      viewBox: `0 0 ${width} ${cells.height}`,
      width,
      height: cells.height,
      role: 'img',
      'aria-label': t(
        '{0}, {1}: one line for each provider over twelve percentiles. The table beneath holds every figure.',
        statisticLabel(query.statistic),
        describeFilter(query),
      ),
    },
    ...plots,
  );
}

function toPlot(
  group: ChartGroup,
  { response, lines }: ChartWindow,
  area: PlotArea,
  { query, scale, percent }: PercentileChartOptions,
): Plot {
  const last = percentileKeys.length - 1;
  const inset = 12;
  const xOf = (at: number) => area.x + inset + (at / last) * (area.width - 2 * inset);
  const every = area.width / last < 27 ? 2 : 1;
  return {
    area,
    title: `${statisticLabel(query.statistic)} · ${formatWindow(response.windowSeconds)}`,
    subtitle: `${t('{0} transactions', formatCount(totalSampleSize(response)))} · ${formatUtcTime(response.answeredAtMilliseconds)}`,
    amountTitle: group.display.title,
    formatAmount: group.display.formatTick,
    scale: amountScale({
      kind: scale,
      amounts: group.amounts,
      top: area.y,
      bottom: area.y + area.height,
    }),
    ticks: percentileKeys.map((label, at) => ({
      x: xOf(at),
      label,
      at,
      isBare: at % every !== 0 && at !== last,
    })),
    lines: lines.map((line) => toPlotLine(line, group, xOf)),
    marker: {
      x: xOf(percentPosition(percent)),
      label: formatPercentile(percent),
      amounts: lines.map(({ marker }) => marker?.value ?? null),
    },
  };
}

function toPlotLine(
  line: ChartLine,
  { display }: ChartGroup,
  xOf: (at: number) => number,
): PlotLine {
  return {
    key: line.key,
    label: line.label,
    note: formatSample(line.series.sample),
    style: line.style,
    isHollow: () => line.isSmallSample,
    points: line.values.map((amount, at) =>
      amount === null
        ? null
        : {
            x: xOf(at),
            amount,
            title: `${line.label} ${percentileKeys[at]}: ${display.format(amount)} (${formatSample(line.series.sample)})`,
          },
    ),
  };
}
