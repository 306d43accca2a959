import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatSignificant, withPlusSign } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { amountScale } from '../charts/amountScale.ts';
import type { ComparedRun } from './runsModel.ts';

const height = 108;
/** More labels would overlap. */
const maxLabels = 5;

interface Point {
  readonly secondsLater: number;
  readonly netGainsSol: number;
  readonly isSuccess: boolean;
}

interface PlacedPoint extends Point {
  readonly x: string;
  readonly y: number;
}

/** Net gain by time after run 1; nothing with fewer than two comparable runs. */
export function DecayChart({ runs }: { readonly runs: readonly ComparedRun[] }) {
  const points = runs.flatMap(({ run: { netGainsSol, isSuccess }, secondsLater }): Point[] =>
    netGainsSol === null ? [] : [{ secondsLater, netGainsSol, isSuccess }],
  );
  if (points.length < 2) return null;
  const gains = points.map(({ netGainsSol }) => netGainsSol);
  const scale = amountScale('linear', gains, 0, height);
  const last = Math.max(1, ...points.map(({ secondsLater }) => secondsLater));
  const x = (seconds: number) => `${((seconds / last) * 100).toFixed(2)}%`;
  const placed = points.map((point) => ({
    ...point,
    x: x(point.secondsLater),
    y: Number(scale.position(point.netGainsSol).toFixed(2)),
  }));
  const ticks = [...new Set([0, last / 3, (last * 2) / 3, last].map(Math.round))];
  const spoken = points.map((point) =>
    joinLabel(formatDuration(point.secondsLater), gainLabel(point)),
  );
  return (
    <figure class="decay">
      <p class="dim small">{t('Net gain, SOL')}</p>
      <div class="decay-room">
        <svg
          class="fluid"
          height={height}
          role="img"
          aria-label={t('Net gain by seconds after run 1: {0}', joinList(spoken))}
        >
          {scale.ticks.map(({ amount, position }) => (
            <AmountTick key={amount} amount={amount} position={position} />
          ))}
          {ticks.map((seconds) => (
            <text key={seconds} class="tick" x={x(seconds)} y={height + 16} text-anchor="middle">
              {formatCount(seconds)}
            </text>
          ))}
          <DecayLine points={placed} />
          {placed.map((point, at) => (
            <Mark key={at} point={point} />
          ))}
          <GainLabels points={placed} last={last} />
        </svg>
      </div>
      <figcaption class="axis-title">{t('seconds after run 1')}</figcaption>
    </figure>
  );
}

interface AmountTickProps {
  readonly amount: number;
  readonly position: number;
}

const AmountTick = ({ amount, position }: AmountTickProps) => (
  <>
    <line class={amount === 0 ? 'zero' : 'grid'} x1="0%" x2="100%" y1={position} y2={position} />
    <text class="tick" x={-6} y={position + 4} text-anchor="end">
      {formatSignificant(amount)}
    </text>
  </>
);

interface PointsProps {
  readonly points: readonly PlacedPoint[];
}

const DecayLine = ({ points }: PointsProps) => (
  <>
    {points.slice(1).map((point, at) => {
      const before = points[at] ?? point;
      return (
        <line key={at} class="decay-line" x1={before.x} y1={before.y} x2={point.x} y2={point.y} />
      );
    })}
  </>
);

const Mark = ({ point: { x, y, isSuccess } }: { readonly point: PlacedPoint }) => (
  <svg class="mark-place" x={x} y={y} aria-hidden="true">
    {isSuccess ? (
      <circle class="decay-point" r={4} />
    ) : (
      <path class="decay-failure" d="M-4-4L4 4M4-4L-4 4" />
    )}
  </svg>
);

/** Of all points, or of the first and the last one. */
function GainLabels({ points, last }: PointsProps & { readonly last: number }) {
  const isEnd = (at: number) => at === 0 || at === points.length - 1;
  return (
    <>
      {points.map((point, at) => {
        const { secondsLater, x, y } = point;
        if (points.length > maxLabels && !isEnd(at)) return null;
        return (
          <text
            key={at}
            class={isEnd(at) ? 'value' : 'inner'}
            x={x}
            y={y - 8}
            text-anchor={secondsLater === 0 ? 'start' : secondsLater === last ? 'end' : 'middle'}
          >
            {gainLabel(point)}
          </text>
        );
      })}
    </>
  );
}

const gainLabel = ({ netGainsSol, isSuccess }: Point): string =>
  isSuccess ? withPlusSign(formatSignificant(Number(netGainsSol.toPrecision(3)))) : t('failed');
