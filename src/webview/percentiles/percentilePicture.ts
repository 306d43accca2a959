import { t } from '@vscode/l10n';
import { percentileKeys } from '../../interface/enumerations.ts';
import { clock, count } from '../../interface/figures.ts';
import { svg } from '../dom.ts';
import type { PercentileQuery } from '../messages/percentiles.ts';
import { amountScale, type ScaleKind } from './amountScale.ts';
import type { ChartGroup, ChartLine, ChartModel, ChartWindow } from './chartModel.ts';
import { percentLabel, placeOfPercent } from './percentileAt.ts';
import { layout, type PlotPlace } from './pictureLayout.ts';
import { drawPlot, type Plot, type PlotLine } from './plot.ts';
import { filterWords, sampleWords, statisticName, totalSample, windowWords } from './words.ts';

export interface PercentilePictureOptions {
  readonly model: ChartModel;
  readonly query: PercentileQuery;
  readonly width: number;
  readonly scale: ScaleKind;
  readonly percent: number;
}

/** The twelve percentiles of every line; windows stand side by side where there is room. */
export function percentilePicture(options: PercentilePictureOptions): SVGSVGElement {
  const { model, query, width } = options;
  const cells = layout({
    width,
    rows: model.groups.length,
    columns: model.groups[0]?.windows.length ?? 1,
  });
  const plots = model.groups.flatMap((group, row) =>
    group.windows.map((window, column) =>
      drawPlot(plotOf(group, window, cells.place(row, column), options)),
    ),
  );
  return svg(
    'svg',
    {
      class: 'picture',
      viewBox: `0 0 ${width} ${cells.height}`,
      width,
      height: cells.height,
      role: 'img',
      'aria-label': t(
        '{0}, {1}: one line for each provider over twelve percentiles. The table beneath holds every figure.',
        statisticName(query.statistic),
        filterWords(query),
      ),
    },
    ...plots,
  );
}

function plotOf(
  group: ChartGroup,
  { answer, lines }: ChartWindow,
  place: PlotPlace,
  { query, scale, percent }: PercentilePictureOptions,
): Plot {
  const last = percentileKeys.length - 1;
  const inset = 12;
  const xOf = (at: number) => place.x + inset + (at / last) * (place.width - 2 * inset);
  const every = place.width / last < 27 ? 2 : 1;
  return {
    place,
    title: `${statisticName(query.statistic)} · ${windowWords(answer.windowSeconds)}`,
    subtitle: `${t('{0} transactions', count(totalSample(answer)))} · ${clock(answer.answeredAtMilliseconds)}`,
    amountTitle: group.display.title,
    amountWords: group.display.tick,
    scale: amountScale({
      kind: scale,
      amounts: group.amounts,
      top: place.y,
      bottom: place.y + place.height,
    }),
    ticks: percentileKeys.map((label, at) => ({
      x: xOf(at),
      label,
      at,
      isBare: at % every !== 0 && at !== last,
    })),
    lines: lines.map((line) => plotLine(line, group, xOf)),
    marker: {
      x: xOf(placeOfPercent(percent)),
      label: percentLabel(percent),
      amounts: lines.map(({ marker }) => marker?.shown ?? null),
    },
  };
}

function plotLine(line: ChartLine, { display }: ChartGroup, xOf: (at: number) => number): PlotLine {
  return {
    key: line.key,
    label: line.label,
    note: sampleWords(line.series.sample),
    style: line.style,
    isHollow: () => line.isSmallSample,
    points: line.shown.map((amount, at) =>
      amount === null
        ? null
        : {
            x: xOf(at),
            amount,
            title: `${line.label} ${percentileKeys[at]}: ${display.words(amount)} (${sampleWords(line.series.sample)})`,
          },
    ),
  };
}
