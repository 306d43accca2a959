import { LineMark, PointMark } from '../charts/seriesMarks.tsx';
import { EndLabels } from './endLabels.tsx';
import { SeriesElement } from './highlight.tsx';
import { colorClass, linePath, type Plot, type PlotLine, type PlotPoint } from './plot.ts';

/** Pixels; closer points have no amount. */
const minValueSpacing = 46;

interface PlotProps {
  readonly plot: Plot;
}

interface LineProps extends PlotProps {
  readonly line: PlotLine;
}

export function PlotLines({ plot }: PlotProps) {
  const { lines, hasEndLabels } = plot;
  const drawn = lines.map((line) => ({ line, d: linePath(line, plot) }));
  return (
    <>
      {/* Wider invisible lines below the others, which are easier to point at. */}
      {drawn.map(({ line: { key }, d }) => (
        <SeriesElement tag="path" key={key} class="hit" d={d} data-series={key} />
      ))}
      {drawn.map(({ line, d }) => (
        <Line key={line.key} line={line} d={d} plot={plot} />
      ))}
      {lines.map((line) => (
        <MarkerRing key={line.key} line={line} plot={plot} />
      ))}
      {hasEndLabels && <EndLabels plot={plot} />}
      {lines.map((line) => (
        <Amounts key={line.key} line={line} plot={plot} />
      ))}
    </>
  );
}

function Line({ line: { key, style, points }, d, plot }: LineProps & { readonly d: string }) {
  const { shape, pattern } = style;
  const [only, ...more] = points.filter((point) => point !== null);
  return (
    <SeriesElement tag="g" class={`series ${colorClass(style)}`} data-series={key}>
      <LineMark d={d} pattern={pattern} />
      {/* A line of a single point has no length. */}
      {shape === null && only !== undefined && more.length === 0 && (
        <LineMark d={`M${only.x - 4} ${plot.scale.position(only.amount)}h8`} />
      )}
      {shape !== null &&
        points.map((point, at) => point && <Point key={at} {...{ point, shape, plot }} />)}
    </SeriesElement>
  );
}

interface PointProps extends PlotProps {
  readonly point: PlotPoint;
  readonly shape: number;
}

const Point = ({ point: { x, amount, title, isHollow }, shape, plot }: PointProps) => (
  <PointMark
    {...{ shape, x }}
    y={plot.scale.position(amount)}
    class={isHollow ? 'point hollow' : 'point'}
  >
    <title>{title}</title>
  </PointMark>
);

const MarkerRing = ({ line: { key, style, markerAmount }, plot: { marker, scale } }: LineProps) =>
  markerAmount === null || marker === null ? null : (
    <SeriesElement
      tag="circle"
      class={`marker-ring ${colorClass(style)}`}
      data-series={key}
      cx={marker.x}
      cy={scale.position(markerAmount)}
      r={3.5}
    />
  );

/** Shown while the line is highlighted. */
function Amounts({ line: { key, points }, plot: { scale, formatAmount, area } }: LineProps) {
  let last = Number.NEGATIVE_INFINITY;
  const labelled = points.flatMap((point) => {
    if (point === null || point.x - last < minValueSpacing) return [];
    last = point.x;
    return [point];
  });
  const edge = area.x + area.width - minValueSpacing / 2;
  return (
    <SeriesElement tag="g" class="values" data-series={key}>
      {labelled.map(({ x, amount }, at) => (
        <text
          key={at}
          x={x}
          y={Math.max(area.y + 8, scale.position(amount) - 9)}
          text-anchor={x > edge ? 'end' : 'middle'}
        >
          {formatAmount(amount)}
        </text>
      ))}
    </SeriesElement>
  );
}
