import { t } from '@vscode/l10n';
import { joinList } from '../../api/join.ts';
import { roundCoordinate } from '../charts/marks.ts';
import { type GainBreakdown, type WaterfallBar, waterfallBars } from './gainBreakdown.ts';
import type { Point } from './routeGeometry.ts';
import { formatItemAmount, formatPricedUsd } from './routeLabels.ts';

const width = 350;
const rowHeight = 36;
const barHeight = 20;
/** Fits the longest label: a tip with its provider. */
const labelWidth = 134;
const barsWidth = 68;
const top = 8;

export const waterfallSize = ({ items }: GainBreakdown) => ({
  width,
  height: top * 2 + items.length * rowHeight,
});

interface WaterfallProps {
  readonly breakdown: GainBreakdown;
  /** Position in a drawing around it, in which it has its own size. */
  readonly position?: Point;
}

/** From gross to net as bars. */
export function Waterfall({ breakdown, position }: WaterfallProps) {
  const bars = waterfallBars(breakdown);
  const values = bars.flatMap(({ ends }) => ends ?? []);
  const least = Math.min(0, ...values);
  const span = Math.max(0, ...values) - least || 1;
  const x = (value: number) =>
    roundCoordinate(labelWidth + 8 + ((value - least) / span) * barsWidth);
  const { height } = waterfallSize(breakdown);
  const { label } = breakdown.base;
  const spoken = bars.map(({ item }) => `${item.label} ${formatItemAmount(item, breakdown.base)}`);
  return (
    <svg
      class="waterfall"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('From gross to net: {0} {1}', joinList(spoken), label)}
      {...(position === undefined ? {} : { ...position, width, height })}
    >
      <line class="zero" x1={x(0)} y1={top - 4} x2={x(0)} y2={height - top + 2} />
      {bars.map((bar, at) => (
        <Step
          key={at}
          bar={bar}
          y={top + at * rowHeight}
          x={x}
          isFollowed={(bars[at + 1]?.item.kind ?? 'net') !== 'net'}
          breakdown={breakdown}
        />
      ))}
    </svg>
  );
}

interface StepProps extends Pick<WaterfallProps, 'breakdown'> {
  readonly bar: WaterfallBar;
  readonly y: number;
  readonly x: (value: number) => number;
  readonly isFollowed: boolean;
}

function Step({ bar: { item, ends }, y, x, isFollowed, breakdown: { base } }: StepProps) {
  const isTotal = item.kind === 'gross' || item.kind === 'net';
  const amount = formatItemAmount(item, base);
  const text = (name: string, at: number, down: number, line: string) => (
    <text class={isTotal ? `${name} total` : name} x={at} y={y + down}>
      {line}
    </text>
  );
  return (
    <g class={`bar ${item.kind} ${(item.inBase ?? 0) >= 0 ? 'rises' : 'falls'}`}>
      {text('name', labelWidth, 14, item.label)}
      {ends !== null && <Bar from={x(ends[0])} to={x(ends[1])} y={y} isFollowed={isFollowed} />}
      {text('figure', width - 2, 9, item.inBase === null ? amount : `${amount} ${base.label}`)}
      {text('usd', width - 2, 22, formatPricedUsd(item.usd))}
    </g>
  );
}

interface BarProps {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly isFollowed: boolean;
}

/** A bar, and a line down to the start of the next one. */
const Bar = ({ from, to, y, isFollowed }: BarProps) => (
  <>
    <rect
      x={Math.min(from, to)}
      y={y}
      width={Math.max(2, Math.abs(to - from))}
      height={barHeight}
    />
    {isFollowed && <line class="step" x1={to} y1={y + barHeight} x2={to} y2={y + rowHeight} />}
  </>
);
