import { svgElement } from '../dom.ts';
import type { AmountScale } from './amountScale.ts';
import { linePatterns, roundCoordinate, symbolPath } from './marks.ts';
import { polylinePath } from './polylinePath.ts';
import type { ChartSeries } from './timeChartData.ts';

export interface SeriesPlot {
  readonly scale: AmountScale;
  /** Left edge of an interval. */
  readonly xOf: (index: number) => number;
}

/** Pixels; narrower bars touch and have a common outline. */
const minSeparateBar = 5;
/** Pixels; narrower intervals have no points. */
const minPointSpacing = 14;

/** Stacked bars are on top of the previous ones. */
export function drawSeries(all: readonly ChartSeries[], plot: SeriesPlot): SVGElement[] {
  let base: number[] = [];
  return all.map((series) => {
    const from = series.isStacked === true ? base : series.values.map(() => 0);
    if (series.kind === 'bars')
      base = series.values.map((value, at) => (value ?? 0) + (from[at] ?? 0));
    const parts =
      series.kind === 'bars'
        ? drawBars(series, from, plot)
        : series.kind === 'ticks'
          ? drawTicks(series, plot)
          : [
              ...(series.kind === 'area' ? [drawArea(series, plot)] : []),
              ...drawLine(series, plot),
            ];
    return svgElement('g', { class: `series series-${series.color}` }, parts);
  });
}

function drawBars(
  { values, isHollow = false }: ChartSeries,
  from: readonly number[],
  { scale, xOf }: SeriesPlot,
): SVGElement[] {
  const isSeparate = xOf(1) - xOf(0) >= minSeparateBar;
  const margin = isSeparate ? 0.75 : 0;
  // Separate outlines would fill touching bars, so these have only a common upper edge.
  const isContour = isHollow && !isSeparate;
  let isOpen = false;
  const bars = values.flatMap((value, at) => {
    const wasOpen = isOpen;
    isOpen = value !== null && value !== 0;
    if (value === null || value === 0) return [];
    const base = from[at] ?? 0;
    const [left, right] = [xOf(at) + margin, xOf(at + 1) - margin].map(roundCoordinate);
    const [top, bottom] = [scale.position(base + value), scale.position(base)].map(roundCoordinate);
    if (isContour) return `${wasOpen ? '' : `M${left} ${top}`}V${top}H${right}`;
    return `M${left} ${bottom}V${top}H${right}V${bottom}Z`;
  });
  return [svgElement('path', { class: isHollow ? 'bar-outline' : 'bar-fill', d: bars.join('') })];
}

/** Each tick has a halo in the background colour to stand out from the bars. */
function drawTicks({ values }: ChartSeries, { scale, xOf }: SeriesPlot): SVGElement[] {
  const d = values
    .flatMap((value, at) =>
      value === null
        ? []
        : `M${roundCoordinate(xOf(at))} ${roundCoordinate(scale.position(value))}H${roundCoordinate(xOf(at + 1))}`,
    )
    .join('');
  return [
    svgElement('path', { class: 'tick-halo', d }),
    svgElement('path', { class: 'tick-mark', d }),
  ];
}

interface Point {
  readonly x: number;
  readonly amount: number;
}

const pointsOf = ({ values }: ChartSeries, { xOf }: SeriesPlot): (Point | null)[] =>
  values.map((amount, at) => (amount === null ? null : { x: (xOf(at) + xOf(at + 1)) / 2, amount }));

function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs.filter((run) => run.length > 0);
}

function drawArea(series: ChartSeries, plot: SeriesPlot): SVGElement {
  const { scale } = plot;
  const base = roundCoordinate(scale.position(0));
  const d = runsOf(pointsOf(series, plot)).map((run) => {
    const line = polylinePath(run.map(({ x, amount }) => ({ x, y: scale.position(amount) })));
    const [first, last] = [run[0], run.at(-1)].map((point) => roundCoordinate(point?.x ?? 0));
    return `${line.replace(/Z$/, '')}L${last},${base}L${first},${base}Z`;
  });
  return svgElement('path', { class: 'area-fill', d: d.join('') });
}

function drawLine(series: ChartSeries, plot: SeriesPlot): SVGElement[] {
  const points = pointsOf(series, plot);
  const y = ({ amount }: Point) => roundCoordinate(plot.scale.position(amount));
  const shape = series.shape === undefined ? null : symbolPath(series.shape);
  const hasPoints = shape !== null && plot.xOf(1) - plot.xOf(0) >= minPointSpacing;
  // A single point between gaps is drawn as a dash.
  const alone = points.filter(
    (point, at) => point !== null && !points[at - 1] && !points[at + 1],
  ) as Point[];
  return [
    svgElement('path', {
      class: 'series-line',
      d: polylinePath(points.map((point) => point && { x: point.x, y: y(point) })),
      'stroke-dasharray': linePatterns[series.pattern ?? 0] || null,
    }),
    ...alone.map((point) =>
      svgElement('path', {
        class: 'series-line',
        d: `M${roundCoordinate(point.x - 2)} ${y(point)}h4`,
      }),
    ),
    ...points.map((point) =>
      point === null || !hasPoints
        ? null
        : svgElement('path', {
            class: 'point',
            d: shape,
            transform: `translate(${roundCoordinate(point.x)} ${y(point)})`,
          }),
    ),
  ].filter((part) => part !== null);
}
