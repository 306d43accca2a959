import { t } from '@vscode/l10n';
import { clock } from '../../interface/figures.ts';
import { svg } from '../dom.ts';
import type { PercentileAnswer, PercentileQuery } from '../messages/percentiles.ts';
import { amountScale, type ScaleKind } from './amountScale.ts';
import type { ChartGroup, ChartModel } from './chartModel.ts';
import { overTime, timeTicks } from './overTime.ts';
import { percentLabel } from './percentileAt.ts';
import { layout } from './pictureLayout.ts';
import { drawPlot, type PlotLine } from './plot.ts';
import { filterWords, sampleWords, statisticName, windowWords } from './words.ts';

export interface TimePictureOptions {
  /** Of the newest answers: it says which lines there are and how they look. */
  readonly model: ChartModel;
  /** Kept answers for each window. */
  readonly kept: readonly (readonly PercentileAnswer[])[];
  readonly query: PercentileQuery;
  readonly width: number;
  readonly scale: ScaleKind;
  readonly percent: number;
}

/** One percentile of every line over the times at which it was asked for. */
export function timePicture(options: TimePictureOptions): SVGSVGElement {
  const { model, kept, query, width, percent } = options;
  const columns = model.groups[0]?.windows.length ?? 1;
  const cells = layout({ width, rows: model.groups.length, columns });
  const plots = model.groups.flatMap((group, row) => {
    const lines = kept.map((answers) => overTime(answers, percent));
    const amounts = group.windows.flatMap((window, column) =>
      window.lines.flatMap(({ key }) =>
        (lines[column]?.get(key) ?? []).map(({ amount }) => amount * group.display.factor),
      ),
    );
    return group.windows.map((window, column) => {
      const place = cells.place(row, column);
      const answers = kept[column] ?? [];
      const [from, to] = timesOf(answers);
      const inset = 12;
      const xOf = (at: number) =>
        to === from
          ? place.x + place.width / 2
          : place.x + inset + ((at - from) / (to - from)) * (place.width - 2 * inset);
      return drawPlot({
        place,
        title: `${t('{0} over time', percentLabel(percent))} · ${statisticName(query.statistic)}`,
        subtitle: `${t('each point: {0}', windowWords(window.answer.windowSeconds))} · ${t('{0} kept answers', answers.length)}`,
        amountTitle: group.display.title,
        amountWords: group.display.tick,
        scale: amountScale({
          kind: options.scale,
          amounts,
          top: place.y,
          bottom: place.y + place.height,
        }),
        ticks: timeTicks(from, to, Math.max(2, place.width / 80)).map((at) => ({
          x: xOf(at),
          label: timeLabel(at, to - from),
        })),
        lines: window.lines.map(({ key, label, style }) =>
          timeLine({ key, label, style, points: lines[column]?.get(key) ?? [] }, group, xOf),
        ),
        marker: null,
      });
    });
  });
  return svg(
    'svg',
    {
      class: 'picture',
      viewBox: `0 0 ${width} ${cells.height}`,
      width,
      height: cells.height,
      role: 'img',
      'aria-label': t(
        '{0} of {1} over time, {2}. The table beneath holds every figure.',
        percentLabel(percent),
        statisticName(query.statistic),
        filterWords(query),
      ),
    },
    ...plots,
  );
}

function timeLine(
  {
    key,
    label,
    style,
    points,
  }: Pick<PlotLine, 'key' | 'label' | 'style'> & {
    readonly points: NonNullable<ReturnType<ReturnType<typeof overTime>['get']>>;
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
        clock(atMilliseconds),
        display.words(amount * display.factor),
        sampleWords(sample),
      ),
    })),
  };
}

function timesOf(answers: readonly PercentileAnswer[]): readonly [from: number, to: number] {
  const times = answers.map(({ answeredAtMilliseconds }) => answeredAtMilliseconds);
  if (times.length === 0) return [0, 0];
  return [Math.min(...times), Math.max(...times)];
}

/** Hours and minutes, in UTC as everywhere; seconds where the span is short. */
const timeLabel = (at: number, span: number): string =>
  new Date(at).toISOString().slice(11, span < 180_000 ? 19 : 16);
