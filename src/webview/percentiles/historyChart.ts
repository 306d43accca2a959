import { t } from '@vscode/l10n';
import { formatUtcTime } from '../../api/format.ts';
import type { PercentileResponse } from '../messages/percentiles.ts';
import { type ChartOptions, drawChart } from './drawChart.ts';
import { describeFilter, formatSample, formatWindow, statisticLabel } from './labels.ts';
import { formatPercentile } from './percentileAt.ts';
import { percentileHistory, timeTicks } from './percentileHistory.ts';

/**
 * One percentile of every line over the times at which it was asked for.
 * @param history Kept answers for each window.
 */
export function drawHistoryChart(
  options: ChartOptions,
  history: readonly (readonly PercentileResponse[])[],
): SVGSVGElement {
  const { query, percent } = options;
  const label = t(
    '{0} of {1} over time, {2}. The table beneath holds every figure.',
    formatPercentile(percent),
    statisticLabel(query.statistic),
    describeFilter(query),
  );
  const lines = history.map((answers) => percentileHistory(answers, percent));
  return drawChart(options, label, ({ display, windows }, window, column, area, xOf) => {
    const answers = history[column] ?? [];
    const [from, to] = timeExtent(answers);
    const xAt = (at: number) => xOf(to === from ? 0.5 : (at - from) / (to - from));
    const pointsOf = (key: string, at: number) => lines[at]?.get(key) ?? [];
    return {
      title: `${t('{0} over time', formatPercentile(percent))} · ${statisticLabel(query.statistic)}`,
      subtitle: `${t('each point: {0}', formatWindow(window.response.windowSeconds))} · ${t('{0} kept answers', answers.length)}`,
      amounts: windows.flatMap((each, at) =>
        each.lines.flatMap(({ key }) =>
          pointsOf(key, at).map(({ amount }) => amount * display.factor),
        ),
      ),
      ticks: timeTicks(from, to, Math.max(2, area.width / 80)).map((at) => ({
        x: xAt(at),
        label: formatTickTime(at, to - from),
      })),
      lines: window.lines.map(({ key, label: name, style }) => {
        const points = pointsOf(key, column);
        return {
          key,
          label: name,
          style,
          note: '',
          isHollow: (at) => points[at]?.isSmallSample === true,
          points: points.map(({ atMilliseconds, amount, sample }) => ({
            x: xAt(atMilliseconds),
            amount: amount * display.factor,
            title: t(
              '{0} at {1}: {2} ({3})',
              name,
              formatUtcTime(atMilliseconds),
              display.format(amount * display.factor),
              formatSample(sample),
            ),
          })),
        };
      }),
      marker: null,
    };
  });
}

function timeExtent(answers: readonly PercentileResponse[]): readonly [from: number, to: number] {
  const times = answers.map(({ answeredAtMilliseconds }) => answeredAtMilliseconds);
  return times.length === 0 ? [0, 0] : [Math.min(...times), Math.max(...times)];
}

/** Hours and minutes, in UTC as everywhere; seconds where the span is short. */
const formatTickTime = (at: number, span: number): string =>
  new Date(at).toISOString().slice(11, span < 180_000 ? 19 : 16);
