import { t } from '@vscode/l10n';
import { Fragment } from 'preact';
import { formatCount, formatShort } from '../../api/format.ts';
import { TickLabels } from '../charts/axes.tsx';
import { formatPercentile } from '../charts/percentileAt.ts';
import { PointMark, Series } from '../charts/seriesMarks.tsx';
import type { TipBox } from '../charts/tipBox.ts';
import { headHeight, type TipsLayout, type TipsLine, tipsLayout } from './tipsLayout.ts';
import type { TipsRow } from './tipsModel.ts';
import { walletStyle } from './walletStyle.ts';

interface TipsPlotProps {
  readonly rows: readonly TipsRow[];
  readonly width: number;
  readonly label: string;
}

/** The wallet's tips are over the market's, on a common log axis. */
export function TipsPlot({ rows, width, label }: TipsPlotProps) {
  const layout = tipsLayout(rows, width);
  const { height, bottom, x } = layout;
  const ticks = layout.ticks.map((amount) => ({ position: x(amount), label: formatShort(amount) }));
  return (
    <svg
      class="picture tips"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <path
        class="grid"
        d={ticks.map(({ position }) => `M${position} ${headHeight - 4}V${bottom}`).join('')}
      />
      <TickLabels ticks={ticks} y={bottom + 14} />
      <Head layout={layout} />
      {layout.lines.map((line) => (
        <Fragment key={line.middle}>
          <LineText line={line} layout={layout} />
          {line.row.market !== null && (
            <MarketBox box={line.row.market} y={line.middle} layout={layout} />
          )}
          {line.tips.box !== null && <WalletBox box={line.tips.box} line={line} layout={layout} />}
        </Fragment>
      ))}
    </svg>
  );
}

const Head = ({ layout: { left, width, isNarrow, medianEnd } }: LayoutProps) => (
  <>
    <text class="note" x={left} y={12}>
      {t('Tip, lamports, log scale')}
    </text>
    <text class="note" x={0} y={28}>
      {t('Provider')}
    </text>
    <text class="note" x={width} y={28} text-anchor="end">
      {t('In market')}
    </text>
    {!isNarrow && (
      <>
        <text class="note" x={left - 14} y={28} text-anchor="end">
          n
        </text>
        <text class="note" x={medianEnd} y={28} text-anchor="end">
          p50
        </text>
      </>
    )}
  </>
);

interface LayoutProps {
  readonly layout: TipsLayout;
}

interface LineTextProps extends LayoutProps {
  readonly line: TipsLine;
}

function LineText({ line, layout: { left, width, isNarrow, medianEnd } }: LineTextProps) {
  const { sample, box, inMarket } = line.tips;
  const y = line.middle + 4;
  const median = box === null ? t('few') : formatShort(box.p50);
  const rank = inMarket === null ? '–' : formatPercentile(inMarket);
  return (
    <>
      {line.isFirst && (
        <text x={0} y={y}>
          {line.row.provider}
        </text>
      )}
      {!isNarrow && (
        <>
          <text x={left - 14} y={y} text-anchor="end">
            {formatCount(sample)}
          </text>
          <text x={medianEnd} y={y} text-anchor="end">
            {median}
          </text>
        </>
      )}
      <text x={width} y={y} text-anchor="end">
        {isNarrow && box === null ? median : rank}
      </text>
    </>
  );
}

interface MarketBoxProps extends LayoutProps {
  readonly box: TipBox;
  readonly y: number;
}

const MarketBox = ({ box: { p25, p50, p75, p95 }, y, layout: { x } }: MarketBoxProps) => (
  <>
    <path class="market-whisker" d={`M${x(p75)} ${y}H${x(p95)}M${x(p95)} ${y - 5}v10`} />
    <rect
      class="market-box"
      x={x(p25)}
      y={y - 7}
      width={Math.max(1, x(p75) - x(p25))}
      height={14}
    />
    <path class="market-median" d={`M${x(p50)} ${y - 7}v14`} />
  </>
);

interface WalletBoxProps extends LineTextProps {
  readonly box: TipBox;
}

function WalletBox({
  box: { p25, p50, p75 },
  line: { at, middle },
  layout: { x },
}: WalletBoxProps) {
  const { color, shape } = walletStyle(at);
  return (
    <Series color={color}>
      <path class="wallet-range" d={`M${x(p25)} ${middle}H${x(p75)}`} />
      <PointMark shape={shape} x={x(p50)} y={middle} />
    </Series>
  );
}
