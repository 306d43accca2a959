import type { AmountScale } from './amountScale.ts';
import { roundCoordinate } from './marks.ts';
import { polylinePath } from './polylinePath.ts';
import { LineMark, PointMark, Series } from './seriesMarks.tsx';
import type { ChartSeries } from './timeChartData.ts';

interface SeriesPlotProps {
  readonly series: ChartSeries;
  readonly scale: AmountScale;
  /** Left edge of an interval. */
  readonly xOf: (index: number) => number;
  /** Drawn dashed. */
  readonly isPartial: (index: number) => boolean;
}

/** Of whole intervals: the first and last may be partial. */
const spacing = ({ series: { values }, xOf }: SeriesPlotProps): number =>
  (xOf(values.length) - xOf(0)) / Math.max(1, values.length);

/** Pixels; narrower bars touch and have a common outline. */
const minSeparateBar = 5;
/** Pixels; narrower intervals have no points. */
const minPointSpacing = 14;

/** A series of a chart over time. */
export function SeriesPlot({ bases, ...plot }: SeriesPlotProps & { bases: readonly number[] }) {
  const { kind, color } = plot.series;
  return (
    <Series color={color}>
      {kind === 'bars' && <Bars {...plot} bases={bases} />}
      {kind === 'ticks' && <Ticks {...plot} />}
      {kind === 'area' && <path class="area-fill" d={areaPath(plot)} />}
      {(kind === 'area' || kind === 'line') && <Line {...plot} />}
    </Series>
  );
}

function Bars({ bases, ...plot }: SeriesPlotProps & { bases: readonly number[] }) {
  const { series, scale, xOf, isPartial } = plot;
  const { values, isHollow = false } = series;
  const isSeparate = spacing(plot) >= minSeparateBar;
  const margin = isSeparate ? 0.75 : 0;
  // Separate outlines would fill touching bars, so these have only a common upper edge.
  const isContour = isHollow && !isSeparate;
  let isOpen = false;
  const parts: string[] = [];
  const bars = values.flatMap((value, at) => {
    const wasOpen = isOpen;
    isOpen = value !== null && value !== 0;
    if (value === null || value === 0) return [];
    const base = bases[at] ?? 0;
    const [left = 0, right = 0] = [xOf(at) + margin, xOf(at + 1) - margin].map(roundCoordinate);
    const [top, bottom] = [scale.position(base + value), scale.position(base)].map(roundCoordinate);
    if (isPartial(at)) {
      isOpen = false;
      parts.push(`M${left} ${bottom}V${top}H${Math.max(left, right)}V${bottom}`);
      return [];
    }
    if (isContour) return `${wasOpen ? '' : `M${left} ${top}`}V${top}H${right}`;
    return `M${left} ${bottom}V${top}H${right}V${bottom}Z`;
  });
  return (
    <>
      <path class={isHollow ? 'bar-outline' : 'bar-fill'} d={bars.join('')} />
      {parts.length > 0 && (
        <path class={isHollow ? 'bar-outline partial' : 'bar-fill partial'} d={parts.join('')} />
      )}
    </>
  );
}

/** Each tick has a halo in the background colour to stand out from the bars. */
function Ticks({ series: { values }, scale, xOf }: SeriesPlotProps) {
  const d = values
    .flatMap((value, at) =>
      value === null
        ? []
        : `M${roundCoordinate(xOf(at))} ${roundCoordinate(scale.position(value))}H${roundCoordinate(xOf(at + 1))}`,
    )
    .join('');
  return (
    <>
      <path class="tick-halo" d={d} />
      <path class="tick-mark" d={d} />
    </>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const pointsOf = ({ series, scale, xOf }: SeriesPlotProps): (Point | null)[] =>
  series.values.map((amount, at) =>
    amount === null ? null : { x: (xOf(at) + xOf(at + 1)) / 2, y: scale.position(amount) },
  );

/** Points without a gap between them. */
function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs.filter((run) => run.length > 0);
}

function areaPath(plot: SeriesPlotProps): string {
  const base = roundCoordinate(plot.scale.position(0));
  return runsOf(pointsOf(plot))
    .map((run) => {
      const [first, last] = [run[0], run.at(-1)].map((point) => roundCoordinate(point?.x ?? 0));
      return `${polylinePath(run).replace(/Z$/, '')}L${last},${base}L${first},${base}Z`;
    })
    .join('');
}

function Line(plot: SeriesPlotProps) {
  const { shape, pattern } = plot.series;
  const points = pointsOf(plot);
  const hasPoints = shape !== undefined && spacing(plot) >= minPointSpacing;
  const whole = points.map((point, at) => (plot.isPartial(at) ? null : point));
  const end = points.length - 1;
  // To the points of partial intervals.
  const dashes = [points.slice(0, 2), points.slice(-2)].filter(
    (part, at) => plot.isPartial(at === 0 ? 0 : end) && part.length === 2 && !part.includes(null),
  );
  // A single point between gaps is drawn as a dash.
  const alone = runsOf(points).flatMap((run) => (run.length === 1 ? run : []));
  return (
    <>
      <LineMark d={polylinePath(whole)} pattern={pattern} />
      {dashes.map((part, at) => (
        <LineMark key={at} d={polylinePath(part)} pattern={2} />
      ))}
      {alone.map(({ x, y }) => (
        <LineMark key={x} d={`M${roundCoordinate(x - 2)} ${roundCoordinate(y)}h4`} />
      ))}
      {hasPoints &&
        points.map(
          (point) => point !== null && <PointMark key={point.x} {...point} shape={shape} />,
        )}
    </>
  );
}
