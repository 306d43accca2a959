import { t } from '@vscode/l10n';
import { formatUtcTime } from '../../api/format.ts';
import { joinLabel, joinNote } from '../../api/join.ts';
import { formatPercentile, isFewAbove } from '../charts/percentileAt.ts';
import { timeTicks } from '../charts/timeAxis.ts';
import type { ResponseHistory } from '../messages/percentiles.ts';
import type { Chart, ChartOptions } from './chartLayout.ts';
import type { ChartGroup, ChartWindow } from './chartModel.ts';
import { chartLabel, formatSample, formatWindow, statisticLabel } from './labels.ts';
import { percentileHistory } from './percentileHistory.ts';

/** `history` has each window's responses, oldest first. */
export function historyChart({ query, percent }: ChartOptions, history: ResponseHistory): Chart {
  const title = `${t('{0} over time', formatPercentile(percent))} · ${statisticLabel(query.statistic)}`;
  const responsesOf = ({ response }: ChartWindow) =>
    history[query.windowsSeconds.indexOf(response.windowSeconds)] ?? [];
  return {
    label: chartLabel(title, query),
    xTitle: 'UTC',
    isInterpolated: false,
    title: () => title,
    notes: ({ response }) => [
      t('each point: {0}', formatWindow(response.windowSeconds)),
      t('gaps: not measured'),
    ],
    amounts: ({ display, windows }: ChartGroup) =>
      windows.flatMap((window) =>
        window.lines.flatMap(({ key }) =>
          percentileHistory(responsesOf(window), key, percent).flatMap((point) =>
            point === null ? [] : point.amount * display.factor,
          ),
        ),
      ),
    plot: ({ display }, window, area, xOf) => {
      const responses = responsesOf(window);
      const from = responses[0]?.answeredAtMilliseconds ?? 0;
      const to = responses.at(-1)?.answeredAtMilliseconds ?? 0;
      const xAt = (at: number) => xOf(to === from ? 0.5 : (at - from) / (to - from));
      return {
        ticks: timeTicks(from, to, Math.max(2, area.width / 80)).map((at) => ({
          position: xAt(at),
          label: formatTickTime(at, to - from),
        })),
        lines: window.lines.map(({ key, label, style }) => ({
          key,
          label,
          style,
          markerAmount: null,
          points: percentileHistory(responses, key, percent).map((point) => {
            if (point === null) return null;
            const amount = point.amount * display.factor;
            return {
              x: xAt(point.atMilliseconds),
              amount,
              title: joinLabel(
                `${label} ${formatUtcTime(point.atMilliseconds)}`,
                joinNote(display.format(amount), formatSample(point.sample)),
              ),
              isHollow: isFewAbove(point.sample, percent),
            };
          }),
        })),
        marker: null,
      };
    },
  };
}

/** UTC; with seconds if the span is short. */
const formatTickTime = (at: number, span: number): string =>
  formatUtcTime(at).slice(0, span < 180_000 ? 8 : 5);
