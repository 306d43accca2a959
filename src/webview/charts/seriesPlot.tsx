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
}

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

function Bars({ series, bases, scale, xOf }: SeriesPlotProps & { bases: readonly number[] }) {
  const { values, isHollow = false } = series;
  const isSeparate = xOf(1) - xOf(0) >= minSeparateBar;
  const margin = isSeparate ? 0.75 : 0;
  // Separate outlines would fill touching bars, so these have only a common upper edge.
  const isContour = isHollow && !isSeparate;
  let isOpen = false;
  const bars = values.flatMap((value, at) => {
    const wasOpen = isOpen;
    isOpen = value !== null && value !== 0;
    if (value === null || value === 0) return [];
    const base = bases[at] ?? 0;
    const [left, right] = [xOf(at) + margin, xOf(at + 1) - margin].map(roundCoordinate);
    const [top, bottom] = [scale.position(base + value), scale.position(base)].map(roundCoordinate);
    if (isContour) return `${wasOpen ? '' : `M${left} ${top}`}V${top}H${right}`;
    return `M${left} ${bottom}V${top}H${right}V${bottom}Z`;
  });
  return <path class={isHollow ? 'bar-outline' : 'bar-fill'} d={bars.join('')} />;
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
  const hasPoints = shape !== undefined && plot.xOf(1) - plot.xOf(0) >= minPointSpacing;
  // A single point between gaps is drawn as a dash.
  const alone = runsOf(points).flatMap((run) => (run.length === 1 ? run : []));
  return (
    <>
      <LineMark d={polylinePath(points)} pattern={pattern} />
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
