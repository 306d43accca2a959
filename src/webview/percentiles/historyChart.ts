import { t } from '@vscode/l10n';
import { formatUtcTime } from '../../api/format.ts';
import { svgElement } from '../dom.ts';
import type { PercentileQuery, PercentileResponse } from '../messages/percentiles.ts';
import { amountScale, type ScaleKind } from './amountScale.ts';
import { layoutChart } from './chartLayout.ts';
import type { ChartGroup, ChartModel } from './chartModel.ts';
import { describeFilter, formatSample, formatWindow, statisticLabel } from './labels.ts';
import { formatPercentile } from './percentileAt.ts';
import { percentileHistory, timeTicks } from './percentileHistory.ts';
import { drawPlot, type PlotLine } from './plot.ts';

export interface HistoryChartOptions {
  /** Of the newest answers: it says which lines there are and how they look. */
  readonly model: ChartModel;
  /** Kept answers for each window. */
  readonly history: readonly (readonly PercentileResponse[])[];
  readonly query: PercentileQuery;
  readonly width: number;
  readonly scale: ScaleKind;
  readonly percent: number;
}

/** One percentile of every line over the times at which it was asked for. */
export function drawHistoryChart(options: HistoryChartOptions): SVGSVGElement {
  const { model, history, query, width, percent } = options;
  const columns = model.groups[0]?.windows.length ?? 1;
  const cells = layoutChart({ width, rows: model.groups.length, columns });
  const plots = model.groups.flatMap((group, row) => {
    const lines = history.map((answers) => percentileHistory(answers, percent));
    const amounts = group.windows.flatMap((window, column) =>
      window.lines.flatMap(({ key }) =>
        (lines[column]?.get(key) ?? []).map(({ amount }) => amount * group.display.factor),
      ),
    );
    return group.windows.map((window, column) => {
      const area = cells.areaAt(row, column);
      const answers = history[column] ?? [];
      const [from, to] = timeExtent(answers);
      const inset = 12;
      const xOf = (at: number) =>
        to === from
          ? area.x + area.width / 2
          : area.x + inset + ((at - from) / (to - from)) * (area.width - 2 * inset);
      return drawPlot({
        area,
        title: `${t('{0} over time', formatPercentile(percent))} · ${statisticLabel(query.statistic)}`,
        subtitle: `${t('each point: {0}', formatWindow(window.response.windowSeconds))} · ${t('{0} kept answers', answers.length)}`,
        amountTitle: group.display.title,
        formatAmount: group.display.formatTick,
        scale: amountScale({
          kind: options.scale,
          amounts,
          top: area.y,
          bottom: area.y + area.height,
        }),
        ticks: timeTicks(from, to, Math.max(2, area.width / 80)).map((at) => ({
          x: xOf(at),
          label: formatTickTime(at, to - from),
        })),
        lines: window.lines.map(({ key, label, style }) =>
          toHistoryLine({ key, label, style, points: lines[column]?.get(key) ?? [] }, group, xOf),
        ),
        marker: null,
      });
    });
  });
  return svgElement(
    'svg',
    {
      class: 'picture',
      viewBox: `0 0 ${width} ${cells.height}`,
      width,
      height: cells.height,
      role: 'img',
      'aria-label': t(
        '{0} of {1} over time, {2}. The table beneath holds every figure.',
        formatPercentile(percent),
        statisticLabel(query.statistic),
        describeFilter(query),
      ),
    },
    ...plots,
  );
}

function toHistoryLine(
  {
    key,
    label,
    style,
    points,
  }: Pick<PlotLine, 'key' | 'label' | 'style'> & {
    readonly points: NonNullable<ReturnType<ReturnType<typeof percentileHistory>['get']>>;
  },
  { display }: ChartGroup,
  xOf: (at: number) => number,
): PlotLine {
  return {
    key,
    label,
    style,
    note: '',
    isHollow: (at) => points[at]?.isSmallSample === true,
    points: points.map(({ atMilliseconds, amount, sample }) => ({
      x: xOf(atMilliseconds),
      amount: amount * display.factor,
      title: t(
        '{0} at {1}: {2} ({3})',
        label,
        formatUtcTime(atMilliseconds),
        display.format(amount * display.factor),
        formatSample(sample),
      ),
    })),
  };
}

function timeExtent(answers: readonly PercentileResponse[]): readonly [from: number, to: number] {
  const times = answers.map(({ answeredAtMilliseconds }) => answeredAtMilliseconds);
  if (times.length === 0) return [0, 0];
  return [Math.min(...times), Math.max(...times)];
}

/** Hours and minutes, in UTC as everywhere; seconds where the span is short. */
const formatTickTime = (at: number, span: number): string =>
  new Date(at).toISOString().slice(11, span < 180_000 ? 19 : 16);
