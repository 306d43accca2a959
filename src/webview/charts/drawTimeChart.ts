import { t } from '@vscode/l10n';
import { svgElement } from '../dom.ts';
import { type AmountScale, amountScale } from './amountScale.ts';
import { drawSeries } from './drawSeries.ts';
import { formatShort } from './formatShort.ts';
import { hatchPath, roundCoordinate } from './marks.ts';
import { spreadLabels } from './spreadLabels.ts';
import { createTimeAxis, type TimeAxis } from './timeAxis.ts';
import {
  type ChartRow,
  type ChartSeries,
  intervalStart,
  type TimeChartData,
  unknownRuns,
} from './timeChartData.ts';
import type { TimeSelection } from './timeSelection.ts';

export interface DrawnTimeChart {
  readonly svg: SVGSVGElement;
  readonly axis: TimeAxis;
  /** Left edge of an interval. */
  readonly xOf: (index: number) => number;
  readonly bottom: number;
}

const margins = { left: 46, right: 62, heading: 24, row: 8, bottom: 34 };
/** Right margin without end labels: half a label of the time axis. */
const bareRight = 18;
const labelHeight = 13;
/** Pixels; narrower gaps have no label. */
const minUnknownWidth = 58;

export function drawTimeChart(
  data: TimeChartData,
  width: number,
  selection: TimeSelection | null,
): DrawnTimeChart {
  const { rows, isUnknown } = data;
  const hasEndLabels = rows.some(({ series }) => linesOf(series).length > 1);
  const axis = createTimeAxis({
    fromMilliseconds: data.fromMilliseconds,
    toMilliseconds: intervalStart(data, isUnknown.length),
    left: margins.left,
    right: Math.max(margins.left + 80, width - (hasEndLabels ? margins.right : bareRight)),
  });
  const xOf = (index: number) => axis.position(intervalStart(data, index));
  const parts: SVGElement[] = [];
  let top = margins.heading;
  for (const row of rows) {
    parts.push(...drawRow(row, { data, axis, xOf, top }));
    top += row.height + margins.row + margins.heading;
  }
  const bottom = top - margins.row - margins.heading;
  const height = bottom + margins.bottom;
  const svg = svgElement(
    'svg',
    {
      class: 'picture time-chart',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': data.label,
    },
    [
      selection === null ? null : selectionRect(selection, { xOf, bottom }),
      ...parts,
      ...axis.ticks.map(({ position, label }) =>
        svgElement(
          'text',
          { class: 'tick', x: position, y: bottom + 15, 'text-anchor': 'middle' },
          label,
        ),
      ),
      svgElement(
        'text',
        { class: 'note', x: axis.right, y: bottom + 30, 'text-anchor': 'end' },
        t('time, UTC'),
      ),
    ],
  );
  return { svg, axis, xOf, bottom };
}

interface RowPlace {
  readonly data: TimeChartData;
  readonly axis: TimeAxis;
  readonly xOf: (index: number) => number;
  readonly top: number;
}

function drawRow(row: ChartRow, place: RowPlace): SVGElement[] {
  const { axis, top, xOf } = place;
  const { left, right } = axis;
  const bottom = top + row.height;
  const scale = amountScale(row.scale, drawnAmounts(row.series), top, bottom);
  // Amounts below this line are losses.
  const zero = scale.kind === 'linear' ? scale.position(0) : bottom;
  const title = row.scale === 'log' ? t('{0}, log scale', row.title) : row.title;
  const lines = linesOf(row.series);
  return [
    svgElement('text', { class: 'note', x: 0, y: top - 10 }, title),
    ...headLegend(row.series, right, top - 10),
    ...noteMarks(row.series, place, bottom),
    ...drawUnknown(place, row.height),
    ...amountAxis(scale, axis, bottom),
    ...drawSeries(row.series, { scale, xOf }),
    svgElement('line', { class: 'axis', x1: left, x2: right, y1: zero, y2: zero }),
    ...(lines.length > 1 ? endLabels(lines, { scale, right, top, bottom }) : []),
  ];
}

/** Amounts that the axis must include; stacked bars count with the bars below them. */
function drawnAmounts(series: readonly ChartSeries[]): number[] {
  const amounts: number[] = [];
  let base: readonly number[] = [];
  for (const { values, isStacked = false, kind } of series) {
    const sums = values.map((value, at) => (value ?? 0) + (isStacked ? (base[at] ?? 0) : 0));
    if (kind === 'bars') base = sums;
    for (const [at, value] of values.entries()) if (value !== null) amounts.push(sums[at] ?? 0);
  }
  return amounts;
}

function amountAxis(scale: AmountScale, { left, right }: TimeAxis, bottom: number): SVGElement[] {
  return scale.ticks
    .flatMap(({ amount, position }) => [
      position === bottom
        ? null
        : svgElement('line', { class: 'grid', x1: left, x2: right, y1: position, y2: position }),
      svgElement(
        'text',
        { class: 'tick', x: left - 6, y: position + 4, 'text-anchor': 'end' },
        formatShort(amount),
      ),
    ])
    .filter((part) => part !== null);
}

function noteMarks(
  series: readonly ChartSeries[],
  { axis, xOf, top }: RowPlace,
  bottom: number,
): SVGElement[] {
  const notes = series[0]?.notes ?? [];
  const name = notes.find((note) => note !== '');
  if (name === undefined) return [];
  const y = bottom + 3;
  const marks = notes.flatMap((note, at) =>
    note === '' ? [] : `M${roundCoordinate(xOf(at))} ${y}H${roundCoordinate(xOf(at + 1))}`,
  );
  const x = axis.right - textWidth(name) - 18;
  return [
    svgElement('path', { class: 'note-mark', d: `${marks.join('')}M${x} ${top - 13}h12` }),
    svgElement('text', { class: 'note', x: axis.right, y: top - 10, 'text-anchor': 'end' }, name),
  ];
}

/** Legend for bars and ticks, which have no end label. */
function headLegend(all: readonly ChartSeries[], right: number, y: number): SVGElement[] {
  const bars = all.filter(({ kind }) => hasHeadLegend(kind));
  if (bars.length < 2) return [];
  const parts: SVGElement[] = [];
  let x = right;
  for (const { label, color, kind, isHollow = false } of bars.toReversed()) {
    parts.push(svgElement('text', { class: 'note', x, y, 'text-anchor': 'end' }, label));
    // Estimated: text cannot be measured before it is in the page.
    x -= textWidth(label) + 14;
    parts.push(
      svgElement('g', { class: `series series-${color}` }, [
        kind === 'ticks'
          ? svgElement('path', { class: 'tick-mark', d: `M${x - 3} ${y - 4}h12` })
          : svgElement('path', {
              class: isHollow ? 'bar-outline' : 'bar-fill',
              d: `M${x} ${y}v-9h9v9Z`,
            }),
      ]),
    );
    x -= 12;
  }
  return parts;
}

const hasHeadLegend = (kind: ChartSeries['kind']): boolean => kind === 'bars' || kind === 'ticks';

const linesOf = (all: readonly ChartSeries[]): ChartSeries[] =>
  all.filter(({ kind }) => !hasHeadLegend(kind));

const textWidth = (text: string): number =>
  [...text].reduce((sum, each) => sum + (each > '\u2E80' ? 11.5 : 7), 0);

function drawUnknown({ data, xOf, top }: RowPlace, height: number): SVGElement[] {
  return unknownRuns(data.isUnknown).flatMap(({ first, last }) => {
    const x = xOf(first);
    const width = xOf(last + 1) - x;
    return [
      svgElement('path', { class: 'hatch', d: hatchPath({ x, y: top, width, height }) }),
      ...(width < minUnknownWidth
        ? []
        : [
            svgElement(
              'text',
              {
                class: 'note unknown',
                x: x + width / 2,
                y: top + height / 2 + 4,
                'text-anchor': 'middle',
              },
              t('unknown'),
            ),
          ]),
    ];
  });
}

export function selectionRect(
  { first, last }: TimeSelection,
  { xOf, bottom }: Pick<DrawnTimeChart, 'xOf' | 'bottom'>,
): SVGElement {
  const x = xOf(first);
  const y = margins.heading - 4;
  return svgElement('rect', {
    class: 'selection',
    ...{ x, y, width: Math.max(2, xOf(last + 1) - x), height: bottom - y + 2 },
  });
}

/** Names at the ends of the lines, moved apart if they would overlap. */
function endLabels(
  lines: readonly ChartSeries[],
  {
    scale,
    right,
    top,
    bottom,
  }: {
    readonly scale: AmountScale;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  },
): SVGElement[] {
  // On equal heights the later one is above, like a higher percentile.
  const ends = lines.toReversed().flatMap(({ label, values }) => {
    const amount = values.findLast((value) => value !== null);
    return amount === null || amount === undefined ? [] : [{ label, y: scale.position(amount) }];
  });
  const places = spreadLabels(
    ends.map(({ y }) => y),
    labelHeight,
    top + 2,
    bottom - 2,
  );
  return ends.map(({ label, y }, at) =>
    svgElement(
      'text',
      { class: 'end-label', x: right + 6, y: roundCoordinate((places[at] ?? y) + 4) },
      label,
    ),
  );
}
