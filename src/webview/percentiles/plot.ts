import type { AmountScale } from '../charts/amountScale.ts';
import { linePatterns, roundCoordinate, symbolPath } from '../charts/marks.ts';
import { type PathPoint, polylinePath } from '../charts/polylinePath.ts';
import { spreadLabels } from '../charts/spreadLabels.ts';
import { type Attributes, svgElement } from '../dom.ts';
import type { SeriesStyle } from './seriesStyle.ts';

/** Area of a pair of axes in the chart, without its labels. */
export interface PlotArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Path of a line's point symbol around 0, 0; null for a line without points. */
export const pointPath = ({ shape }: SeriesStyle): string | null =>
  shape === null ? null : symbolPath(shape);

interface PlotPoint {
  readonly x: number;
  readonly amount: number;
  /** Tooltip. */
  readonly title: string;
  /** Whether fewer than five transactions are above it. */
  readonly isHollow: boolean;
}

export interface PlotLine {
  readonly key: string;
  readonly label: string;
  readonly style: SeriesStyle;
  /** In drawing order; a null breaks the line. */
  readonly points: readonly (PlotPoint | null)[];
  readonly markerAmount: number | null;
}

export interface Plot {
  readonly area: PlotArea;
  readonly formatAmount: (amount: number) => string;
  readonly scale: AmountScale;
  readonly ticks: readonly {
    readonly x: number;
    readonly label: string;
  }[];
  /** Right-aligned under the axis. */
  readonly xTitle: string;
  readonly lines: readonly PlotLine[];
  readonly marker: { readonly x: number; readonly label: string } | null;
  /** Whether amounts between points are interpolated linearly: a curve on a logarithmic axis. */
  readonly isInterpolated: boolean;
  readonly hasEndLabels: boolean;
}

const labelHeight = 15;
const maxLabelCharacters = 15;
const valueLabelWidth = 46;

export const colorClass = ({ color }: SeriesStyle): string => `series-${color}`;

export function drawFrame(plot: Plot): SVGElement[] {
  const { x, y, width, height } = plot.area;
  const right = x + width;
  const bottom = y + height;
  return [
    svgElement('rect', { class: 'plot-area', x, y, width, height }),
    ...amountAxis(plot, right, bottom),
    svgElement('line', { class: 'axis', x1: x, x2: right, y1: bottom, y2: bottom }),
    ...plot.ticks.map((tick) =>
      svgElement(
        'text',
        { class: 'tick', x: tick.x, y: bottom + 16, 'text-anchor': 'middle' },
        tick.label,
      ),
    ),
    ...label(plot.xTitle, { class: 'note', x: right, y: bottom + 32, 'text-anchor': 'end' }),
    ...markerLine(plot, bottom),
  ];
}

export function drawLines(plot: Plot): SVGElement[] {
  const { area, scale, lines, hasEndLabels } = plot;
  const paths = lines.map((each) => linePath(each, plot));
  return [
    // Wider invisible lines below the others, which are easier to point at.
    ...lines.map((each, at) =>
      svgElement('path', { class: 'hit', d: paths[at], 'data-series': each.key }),
    ),
    ...lines.map((each, at) => drawLine(each, paths[at] ?? '', plot)),
    ...markerRings(plot),
    ...(hasEndLabels
      ? endLabels(lines, scale, area.x + area.width, area.y, area.y + area.height)
      : []),
    ...lines.map((each) => valueLabels(each, plot)),
  ];
}

/** A thin grey line for comparison. */
export const drawContext = (line: PlotLine, plot: Plot): SVGElement =>
  svgElement('path', { class: 'context', d: linePath(line, plot) });

const label = (text: string, attributes: Attributes): SVGElement[] =>
  text === '' ? [] : [svgElement('text', attributes, text)];

function amountAxis({ area, scale, formatAmount }: Plot, right: number, bottom: number) {
  const { zeroBandTop } = scale;
  return [
    ...(zeroBandTop === null
      ? []
      : [
          svgElement('rect', {
            class: 'zero-band',
            x: area.x,
            y: zeroBandTop,
            width: area.width,
            height: bottom - zeroBandTop,
          }),
        ]),
    svgElement('path', {
      class: 'grid',
      d: scale.ticks.map(({ position }) => `M${area.x} ${position}H${right}`).join(''),
    }),
    ...scale.ticks.map(({ amount, position }) =>
      svgElement(
        'text',
        { class: 'tick', x: area.x - 8, y: position + 4, 'text-anchor': 'end' },
        formatAmount(amount),
      ),
    ),
  ];
}

/** Subdivision of a line on a logarithmic axis: pixels per piece, and maximum number of pieces. */
const curvePieces = { width: 2, most: 12 };

function linePath({ points }: PlotLine, { scale, isInterpolated }: Plot): string {
  const isBent = isInterpolated && scale.kind === 'log';
  const places: (PathPoint | null)[] = [];
  let before: PlotPoint | null = null;
  for (const point of points) {
    if (point === null) places.push(null);
    else {
      if (isBent && before !== null) bend(before, point, scale, places);
      places.push({ x: point.x, y: scale.position(point.amount) });
    }
    before = point;
  }
  return polylinePath(places);
}

/** Adds positions, so that linear interpolation is a curve on the axis. */
function bend(from: PlotPoint, to: PlotPoint, scale: AmountScale, places: (PathPoint | null)[]) {
  if (from.amount === to.amount) return;
  const count = Math.min(curvePieces.most, Math.ceil((to.x - from.x) / curvePieces.width));
  for (let piece = 1; piece < count; piece++) {
    const share = piece / count;
    const amount = from.amount + share * (to.amount - from.amount);
    places.push({ x: from.x + share * (to.x - from.x), y: scale.position(amount) });
  }
}

function drawLine({ key, style, points }: PlotLine, d: string, { scale }: Plot) {
  const shape = pointPath(style);
  return svgElement('g', { class: `series ${colorClass(style)}`, 'data-series': key }, [
    svgElement('path', {
      class: 'series-line',
      d,
      'stroke-dasharray': linePatterns[style.pattern] || null,
    }),
    ...points.map(
      (point) =>
        point !== null &&
        shape !== null &&
        svgElement(
          'path',
          {
            class: point.isHollow ? 'point hollow' : 'point',
            d: shape,
            transform: `translate(${roundCoordinate(point.x)} ${roundCoordinate(scale.position(point.amount))})`,
          },
          svgElement('title', {}, point.title),
        ),
    ),
  ]);
}

function markerLine({ marker, area }: Plot, bottom: number) {
  if (marker === null) return [];
  return [
    svgElement('line', { class: 'marker', x1: marker.x, x2: marker.x, y1: area.y - 4, y2: bottom }),
    ...label(marker.label, {
      ...{ class: 'marker-label', x: marker.x, y: area.y - 7, 'text-anchor': 'middle' },
    }),
  ];
}

const markerRings = ({ marker, lines, scale }: Plot) =>
  lines.flatMap(({ key, style, markerAmount }) =>
    markerAmount === null || marker === null
      ? []
      : svgElement('circle', {
          class: `marker-ring ${colorClass(style)}`,
          'data-series': key,
          cx: marker.x,
          cy: scale.position(markerAmount),
          r: 3.5,
        }),
  );

function valueLabels({ key, points }: PlotLine, { scale, formatAmount, area }: Plot) {
  let last = Number.NEGATIVE_INFINITY;
  const labels = points.map((point) => {
    if (point === null || point.x - last < valueLabelWidth) return null;
    last = point.x;
    const y = Math.max(area.y + 8, scale.position(point.amount) - 9);
    const isAtEdge = point.x > area.x + area.width - valueLabelWidth / 2;
    return svgElement(
      'text',
      { x: point.x, y, 'text-anchor': isAtEdge ? 'end' : 'middle' },
      formatAmount(point.amount),
    );
  });
  return svgElement('g', { class: 'values', 'data-series': key }, labels);
}

/** Names at the ends of the lines, moved apart if they would overlap. */
function endLabels(
  lines: readonly PlotLine[],
  scale: AmountScale,
  right: number,
  top: number,
  bottom: number,
) {
  const ends = lines.flatMap((each) => {
    const end = each.points.findLast((point) => point !== null);
    return end === null || end === undefined
      ? []
      : [{ each, x: end.x, y: scale.position(end.amount) }];
  });
  // Too many names would overlap; the legend has all of them.
  if (ends.length > 1 + (bottom - top) / (labelHeight - 3)) return [];
  const places = spreadLabels(
    ends.map(({ y }) => y),
    labelHeight,
    top + 4,
    bottom - 2,
  );
  return ends.flatMap(({ each, x, y }, at) => {
    const to = places[at] ?? y;
    return [
      svgElement('path', {
        class: `leader ${colorClass(each.style)}`,
        d: `M${roundCoordinate(x + 7)} ${roundCoordinate(y)}L${roundCoordinate(right + 8)} ${roundCoordinate(to)}`,
        'data-series': each.key,
      }),
      svgElement(
        'text',
        { class: 'end-label', x: right + 11, y: to + 4, 'data-series': each.key },
        truncateLabel(each.label),
      ),
    ];
  });
}

const truncateLabel = (text: string): string =>
  text.length <= maxLabelCharacters ? text : `${text.slice(0, maxLabelCharacters - 1)}…`;
