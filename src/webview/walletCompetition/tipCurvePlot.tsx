import { t } from '@vscode/l10n';
import { formatPercent, formatShort, formatSignedSol } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { AmountAxis, TickLabels } from '../charts/axes.tsx';
import { roundCoordinate } from '../charts/marks.ts';
import { polylinePath } from '../charts/polylinePath.ts';
import { LineMark, PointMark, Series } from '../charts/seriesMarks.tsx';
import { textWidth } from '../charts/timeLayout.ts';
import { type BestTip, netOf, type TipPoint } from './figures.ts';
import type { TipCurveLayout } from './tipCurveLayout.ts';

interface TipCurvePlotProps {
  readonly layout: TipCurveLayout;
  readonly points: readonly TipPoint[];
  readonly label: string;
  readonly best: BestTip | null;
  /** The point whose figures are read. */
  readonly read: TipPoint | null;
}

/** What a higher tip would have won, and what would be left of it, over the same tips. */
export function TipCurvePlot({ layout, points, label, best, read }: TipCurvePlotProps) {
  const { width, height, left, right, x, share, net } = layout;
  const ticks = [0, 25, 50, 75, 100].map((percent) => ({
    position: x(percent),
    label: String(percent),
  }));
  return (
    <svg
      class="picture tip-curve"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <text class="note" x={0} y={share.top - 10}>
        {t('Share of the lost, %')}
      </text>
      <AmountAxis
        ticks={share.scale.ticks}
        {...{ left, right }}
        bottom={share.bottom}
        format={formatShort}
      />
      <path class="axis" d={`M${left} ${share.bottom}H${right}`} />
      <text class="note" x={0} y={net.top - 10}>
        {t('Net gain against today, SOL')}
      </text>
      <AmountAxis
        ticks={net.scale.ticks}
        {...{ left, right }}
        bottom={net.scale.position(0)}
        format={(amount) => formatShort(amount)}
      />
      <path class="axis" d={`M${left} ${roundCoordinate(net.scale.position(0))}H${right}`} />
      {read !== null && <ReadLine layout={layout} percent={read.percent} />}
      <Series color={0}>
        <LineMark d={polylinePath(share.points)} />
        <LineMark d={polylinePath(net.points)} pattern={1} />
      </Series>
      {best !== null && <BestMark layout={layout} best={best} />}
      <CutLabel layout={layout} points={points} />
      <TickLabels ticks={ticks} y={net.bottom + 15} />
      <text class="note" x={right} y={net.bottom + 30} text-anchor="end">
        {t('tip, % of the gain before it')}
      </text>
    </svg>
  );
}

interface ReadLineProps {
  readonly layout: TipCurveLayout;
  readonly percent: number;
}

const ReadLine = ({ layout: { x, share, net }, percent }: ReadLineProps) => (
  <path class="crosshair-line" d={`M${roundCoordinate(x(percent))} ${share.top}V${net.bottom}`} />
);

interface BestMarkProps {
  readonly layout: TipCurveLayout;
  readonly best: BestTip;
}

function BestMark({ layout, best: { best, breakEven } }: BestMarkProps) {
  const { x, net, right } = layout;
  const at = { x: x(best.percent), y: net.scale.position(netOf(best)) };
  const zero = net.scale.position(0);
  const breakText = breakEven === null ? '' : t('break-even {0}', formatPercent(breakEven / 100));
  const breakX = breakEven === null ? 0 : roundCoordinate(x(breakEven));
  return (
    <>
      <path class="best-line" d={`M${roundCoordinate(at.x)} ${layout.share.top}V${net.bottom}`} />
      <Series color={0}>
        <PointMark shape={0} {...at} class="best-point" />
      </Series>
      <EndLabel
        x={at.x}
        y={at.y - 8}
        right={right}
        isStrong
        text={t(
          'best {0}',
          `${formatSignedSol(netOf(best))} · ${formatPercent(best.percent / 100)}`,
        )}
      />
      {breakEven !== null && (
        <>
          <path class="break-even" d={`M${breakX} ${zero - 9}v18`} />
          <EndLabel x={breakX} y={zero + 16} right={right} text={breakText} />
        </>
      )}
    </>
  );
}

/** Where the net gain goes, if its line is cut off. */
function CutLabel({
  layout: { net, right },
  points,
}: Pick<TipCurvePlotProps, 'layout' | 'points'>) {
  const last = points.at(-1);
  const end = net.points.findLast((point) => point !== null);
  if (last === undefined || end == null || net.points.at(-1) !== null) return null;
  const percent = formatPercent(last.percent / 100);
  return (
    <EndLabel
      x={end.x}
      y={net.bottom - 6}
      right={right}
      text={`↓ ${joinLabel(percent, formatSignedSol(netOf(last)))}`}
    />
  );
}

interface EndLabelProps {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly text: string;
  readonly isStrong?: boolean;
}

/** To the right of a point, or as far to the right as there is room. */
const EndLabel = ({ x, y, right, text, isStrong = false }: EndLabelProps) => (
  <text
    class={isStrong ? 'curve-label strong' : 'curve-label'}
    x={roundCoordinate(Math.max(0, Math.min(x + 8, right - textWidth(text))))}
    y={roundCoordinate(y)}
  >
    {text}
  </text>
);
