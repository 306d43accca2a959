import {
  line,
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';
import { svgElement } from '../dom.ts';
import type { AmountScale } from './amountScale.ts';
import type { PlotArea } from './chartLayout.ts';
import { linePatterns, type SeriesStyle } from './seriesStyle.ts';
import { spreadLabels } from './spreadLabels.ts';

/** The shapes of points, in the order of the styles. */
const pointSymbols: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
];
const pointSymbolArea = 38;

/** The point of a line as a path around 0, 0. */
export const pointPath = ({ shape }: SeriesStyle): string =>
  symbol(pointSymbols[shape % pointSymbols.length] ?? symbolCircle, pointSymbolArea)() ?? '';

interface PlotPoint {
  readonly x: number;
  readonly amount: number;
  /** What a pointer that rests on it reads. */
  readonly title: string;
}

export interface PlotLine {
  readonly key: string;
  readonly label: string;
  /** Behind the label, less prominent: the size of the sample. */
  readonly note: string;
  readonly style: SeriesStyle;
  /** In their order; a null breaks the line. */
  readonly points: readonly (PlotPoint | null)[];
  /** Indices of points from small samples, which are drawn hollow. */
  readonly isHollow: (at: number) => boolean;
}

export interface Plot {
  readonly area: PlotArea;
  readonly title: string;
  readonly subtitle: string;
  readonly amountTitle: string;
  readonly formatAmount: (amount: number) => string;
  readonly scale: AmountScale;
  readonly ticks: readonly {
    readonly x: number;
    readonly label: string;
    /** Number of the percentile that stands here, for a click. */
    readonly at?: number;
    /** A place without room for its word. */
    readonly isBare?: boolean;
  }[];
  readonly lines: readonly PlotLine[];
  /** A percentile that is read off. */
  readonly marker: {
    readonly x: number;
    readonly label: string;
    readonly amounts: readonly (number | null)[];
  } | null;
}

const labelHeight = 15;
const maxLabelCharacters = 16;

/** Class that gives a line its colour from the theme. */
export const colorClass = ({ color }: SeriesStyle): string => `series-${color ?? 'none'}`;

/** One pair of axes with its lines. Everything is text and shapes: nothing of it is markup. */
export function drawPlot(plot: Plot): SVGGElement {
  const { area, scale, lines } = plot;
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  return svgElement('g', { class: 'plot' }, [
    svgElement('text', { class: 'plot-title', x: area.x, y: area.y - 42 }, plot.title),
    svgElement('text', { class: 'plot-note', x: area.x, y: area.y - 26 }, plot.subtitle),
    ...amountAxis(plot, right, bottom),
    svgElement('line', { class: 'axis', x1: area.x, x2: right, y1: bottom, y2: bottom }),
    ...plot.ticks.map(({ x, label, at, isBare }) =>
      svgElement(
        'text',
        { class: 'tick', x, y: bottom + 18, 'text-anchor': 'middle', 'data-at': at },
        [isBare === true ? '' : label],
      ),
    ),
    ...markerLine(plot, bottom),
    ...lines.map((each) => drawLine(each, scale)),
    ...markerDots(plot),
    ...endLabels(lines, scale, right, area.y, bottom),
  ]);
}

function amountAxis(
  { area, scale, amountTitle, formatAmount }: Plot,
  right: number,
  bottom: number,
) {
  const { zeroBandTop } = scale;
  return [
    svgElement(
      'text',
      { class: 'plot-note', x: area.x - 10, y: area.y - 10, 'text-anchor': 'end' },
      [amountTitle.length <= 10 ? amountTitle : ''],
    ),
    zeroBandTop !== null &&
      svgElement('rect', {
        class: 'zero-band',
        x: area.x,
        y: zeroBandTop,
        width: area.width,
        height: bottom - zeroBandTop,
      }),
    ...scale.ticks.flatMap(({ amount, position, isLabelled }) => [
      svgElement('line', {
        class: isLabelled ? 'grid' : 'grid fine',
        x1: area.x,
        x2: right,
        y1: position,
        y2: position,
      }),
      isLabelled &&
        svgElement(
          'text',
          { class: 'tick', x: area.x - 8, y: position + 4, 'text-anchor': 'end' },
          [formatAmount(amount)],
        ),
    ]),
  ];
}

/** How finely a straight line is bent onto a logarithmic axis. */
const curveSegments = 12;

function drawLine({ key, label, style, points, isHollow }: PlotLine, scale: AmountScale) {
  const path = line<{ x: number; amount: number } | null>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => scale.position(point?.amount ?? 0));
  const bent = scale.kind === 'log' ? interpolateLine(points) : points;
  const drawn = path([...bent]) ?? '';
  const shape = pointPath(style);
  return svgElement(
    'g',
    { class: `series ${colorClass(style)}`, 'data-series': key, 'data-label': label },
    [
      svgElement('path', {
        class: 'series-line',
        d: drawn,
        'stroke-dasharray': linePatterns[style.pattern] || null,
      }),
      ...points.map(
        (point, at) =>
          point !== null &&
          svgElement(
            'path',
            {
              class: isHollow(at) ? 'point hollow' : 'point',
              d: shape,
              transform: `translate(${roundCoordinate(point.x)} ${roundCoordinate(scale.position(point.amount))})`,
            },
            [svgElement('title', {}, point.title)],
          ),
      ),
    ],
  );
}

/** What lies between two percentiles is taken to rise evenly, which a logarithm draws as a curve. */
function interpolateLine(points: readonly (PlotPoint | null)[]) {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    if (point === null || before === null || before === undefined) return [point];
    if (before.amount === point.amount) return [point];
    return Array.from({ length: curveSegments }, (_, step) => {
      const share = (step + 1) / curveSegments;
      return {
        x: before.x + share * (point.x - before.x),
        amount: before.amount + share * (point.amount - before.amount),
      };
    });
  });
}

function markerLine({ marker, area }: Plot, bottom: number) {
  if (marker === null) return [];
  return [
    svgElement('line', { class: 'marker', x1: marker.x, x2: marker.x, y1: area.y - 4, y2: bottom }),
    svgElement(
      'text',
      { class: 'marker-label', x: marker.x, y: area.y - 7, 'text-anchor': 'middle' },
      [marker.label],
    ),
  ];
}

const markerDots = ({ marker, lines, scale }: Plot) =>
  (marker?.amounts ?? []).flatMap((amount, at) => {
    const each = lines[at];
    if (amount === null || each === undefined || marker === null) return [];
    return [
      svgElement('circle', {
        class: `marker-dot ${colorClass(each.style)}`,
        'data-series': each.key,
        cx: marker.x,
        cy: scale.position(amount),
        r: 4,
      }),
    ];
  });

/** Names at the ends of the lines, moved apart where lines end close to each other. */
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
  const places = spreadLabels(
    ends.map(({ y }) => y),
    labelHeight,
    top + 4,
    bottom - 2,
  );
  // Too many names for the room would only cover each other; the list beside holds them all.
  const areReadable = ends.length <= 1 + (bottom - top) / (labelHeight - 3);
  return ends.flatMap(({ each, x, y }, at) => {
    const to = places[at] ?? y;
    if (!areReadable) return [];
    return [
      svgElement('path', {
        class: `leader ${colorClass(each.style)}`,
        d: `M${roundCoordinate(x + 7)} ${roundCoordinate(y)}L${roundCoordinate(right + 8)} ${roundCoordinate(to)}`,
        'data-series': each.key,
      }),
      svgElement(
        'text',
        { class: 'end-label', x: right + 11, y: to + 4, 'data-series': each.key },
        [truncateLabel(each.label), svgElement('tspan', { class: 'end-note' }, ` ${each.note}`)],
      ),
    ];
  });
}

const truncateLabel = (text: string): string =>
  text.length <= maxLabelCharacters ? text : `${text.slice(0, maxLabelCharacters - 1)}…`;

const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;
