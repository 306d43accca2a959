import { t } from '@vscode/l10n';
import { ticks as roundTicks } from 'd3-array';
import { Fragment } from 'preact';
import { formatPercent, formatUsdShort } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { roundCoordinate, symbolPath } from '../charts/marks.ts';
import { polylinePath } from '../charts/polylinePath.ts';
import { type CurveScales, curveScales, type Position } from './curveScales.ts';
import { poolsText } from './format.ts';
import type { CurvePoint } from './poolCurve.ts';

const gridStep = 0.2;
/** Estimated: text cannot be measured before it is in the page. */
const characterWidth = 6.8;

export interface CurvePictureProps {
  readonly points: readonly CurvePoint[];
  /** Chosen number of pools. */
  readonly count: number;
  readonly totalUsd: number;
  /** For screen readers. */
  readonly label: string;
  readonly width: number;
}

export function CurvePicture({ points, count, totalUsd, label, width }: CurvePictureProps) {
  const scales = curveScales(points, width);
  const { right, bottom, height } = scales;
  return (
    <svg
      class="picture curve"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <text class="note" x={0} y={11}>
        {t('Covered net gain, % of {0}', formatUsdShort(totalUsd))}
      </text>
      <Axes scales={scales} />
      <text class="note" x={right} y={bottom + 30} text-anchor="end">
        {t('best missing pools added')}
      </text>
      <g class="series series-0">
        <path class="series-line" d={polylinePath(points.map(scales.place))} />
      </g>
      <MarkedPoints points={points} count={count} scales={scales} />
    </svg>
  );
}

function Axes({ scales }: { readonly scales: CurveScales }) {
  const { left, right, bottom, most, domain, x, y } = scales;
  const [low, high] = domain;
  const tickCount = Math.max(2, Math.min(most, Math.floor((right - left) / 90)));
  return (
    <>
      {Array.from({ length: Math.round((high - low) / gridStep) + 1 }, (_, at) => {
        const share = low + at * gridStep;
        const height = roundCoordinate(y(share));
        return (
          <Fragment key={at}>
            {at > 0 && <line class="grid" x1={left} x2={right} y1={height} y2={height} />}
            <text class="tick" x={left - 6} y={height + 4} text-anchor="end">
              {formatPercent(Number(share.toFixed(2)))}
            </text>
          </Fragment>
        );
      })}
      <line class="axis" x1={left} x2={right} y1={bottom} y2={bottom} />
      {roundTicks(0, most, tickCount)
        .filter(Number.isInteger)
        .map((pools) => (
          <text key={pools} class="tick" x={x(pools)} y={bottom + 15} text-anchor="middle">
            {pools}
          </text>
        ))}
    </>
  );
}

interface MarkedPointsProps {
  readonly points: readonly CurvePoint[];
  readonly count: number;
  readonly scales: CurveScales;
}

/** Coverage now, and with the chosen number of pools. */
function MarkedPoints({ points, count, scales }: MarkedPointsProps) {
  const { right, bottom, place } = scales;
  const [start] = points;
  const chosen = points[count];
  if (start === undefined) return null;
  const room = { right, bottom, curve: points.map(place) };
  const from = place(start);
  const to = chosen === undefined ? null : place(chosen);
  const startText = curveReading(start);
  // Labels are side by side if both fit, otherwise one is above the curve.
  const isNear = to !== null && to.x < from.x + 24 + startText.length * characterWidth;
  return (
    <>
      <Mark class="curve-start" at={from} />
      {count > 0 && <EndLabel text={startText} at={from} room={room} />}
      {chosen !== undefined && to !== null && (
        <>
          <line class="curve-drop" x1={to.x} x2={to.x} y1={to.y} y2={bottom} />
          <Mark class="curve-chosen" at={to} />
          <EndLabel
            text={curveReading(chosen)}
            at={to}
            room={room}
            mustBeAbove={isNear && count > 0}
          />
        </>
      )}
    </>
  );
}

/** `12 pools: 82.1%`; text of the marked point and of the slider. */
export const curveReading = ({ pools, share }: CurvePoint): string =>
  pools === 0
    ? t('now {0}', formatPercent(share))
    : joinLabel(poolsText(pools), formatPercent(share));

interface MarkProps {
  readonly class: string;
  readonly at: Position;
}

const Mark = ({ class: style, at: { x, y } }: MarkProps) => (
  <g class="series series-0">
    <path class={style} d={symbolPath(0)} transform={`translate(${x} ${y})`} />
  </g>
);

interface EndLabelProps {
  readonly text: string;
  readonly at: Position;
  readonly room: {
    readonly right: number;
    readonly bottom: number;
    /** Never descends. */
    readonly curve: readonly Position[];
  };
  readonly mustBeAbove?: boolean;
}

const above = -10;
const below = 18;

/** Label to the right of its point and below the curve, or else to the left or above it. */
function EndLabel({ text, at: { x, y }, room, mustBeAbove = false }: EndLabelProps) {
  const end = x + 10 + text.length * characterWidth;
  const isLeft = end > room.right;
  const isAbove = mustBeAbove || isLeft || y + below > room.bottom;
  const highest = isLeft ? y : (room.curve.find((point) => point.x >= end)?.y ?? y);
  return (
    <text
      class="end-label"
      x={isLeft ? x - 8 : x + 8}
      y={isAbove ? highest + above : y + below}
      text-anchor={isLeft ? 'end' : 'start'}
    >
      {text}
    </text>
  );
}
