import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { formatShort } from '../charts/formatShort.ts';
import { roundCoordinate, symbolPath } from '../charts/marks.ts';
import { formatPercentile } from '../charts/percentileAt.ts';
import { logScale } from '../charts/scales.ts';
import type { TipBox } from '../charts/tipBox.ts';
import { svgElement } from '../dom.ts';
import type { TipsRow, WalletTips } from './tipsModel.ts';
import { walletStyle } from './walletStyle.ts';

const rowHeight = 22;
const rowGap = 8;
const headHeight = 40;
const axisHeight = 22;
const columns = { provider: 92, sample: 44, median: 54, inMarket: 62 } as const;
const narrowWidth = 480;
const maxTicks = 6;

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly x: (amount: number) => number;
  readonly ticks: readonly number[];
}

/** The wallet's tips are over the market's, on a common log axis. */
export function drawTips(rows: readonly TipsRow[], width: number, label: string): SVGSVGElement {
  const isNarrow = width < narrowWidth;
  const left = columns.provider + (isNarrow ? 0 : columns.sample) + 12;
  const right = Math.max(left + 60, width - columns.inMarket - (isNarrow ? 0 : columns.median) - 8);
  const plot = createPlot(rows, left, right);
  const parts: SVGElement[] = [];
  let y = headHeight;
  for (const row of rows) {
    const own = row.wallets.flatMap((tips, at) => (tips === null ? [] : [{ tips, at }]));
    for (const [line, { tips, at }] of own.entries()) {
      const middle = y + rowHeight / 2;
      parts.push(
        ...(line === 0 ? [text(0, middle + 4, row.provider)] : []),
        ...(isNarrow ? [] : [text(left - 14, middle + 4, formatCount(tips.sample), 'end')]),
        ...(row.market === null ? [] : marketBox(row.market, plot, middle)),
        ...(tips.box === null ? [] : walletBox(tips.box, at, plot, middle)),
        ...figures(tips, { width, middle, isNarrow }),
      );
      y += rowHeight;
    }
    y += rowGap;
  }
  const bottom = y;
  const height = bottom + axisHeight;
  return svgElement(
    'svg',
    {
      class: 'picture tips',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': label,
    },
    [
      ...plot.ticks.flatMap((amount) => [
        svgElement('line', {
          class: 'grid',
          x1: plot.x(amount),
          x2: plot.x(amount),
          y1: headHeight - 4,
          y2: bottom,
        }),
        text(plot.x(amount), bottom + 14, formatShort(amount), 'middle', 'tick'),
      ]),
      ...head({ width, left, isNarrow }),
      ...parts,
    ],
  );
}

function createPlot(rows: readonly TipsRow[], left: number, right: number): Plot {
  const boxes = rows.flatMap(({ market, wallets }) => [
    market,
    ...wallets.map((tips) => tips?.box ?? null),
  ]);
  const amounts = boxes
    .flatMap((box) => (box === null ? [] : [box.p25, box.p50, box.p75, box.p95]))
    .filter((amount) => amount > 0);
  const low = Math.floor(Math.log10(Math.min(...amounts, 1e9)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...amounts, 1))));
  const [least, greatest] = [10 ** low, 10 ** high];
  const scale = logScale([least, greatest], [left, right]);
  const every = Math.max(1, Math.ceil((high - low + 1) / maxTicks));
  const exponents = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  return {
    left,
    right,
    // Zero has no logarithm and is at the left end.
    x: (amount) => roundCoordinate(scale(Math.min(greatest, Math.max(least, amount)))),
    ticks: exponents.filter((_, at) => at % every === 0).map((exponent) => 10 ** exponent),
  };
}

const head = ({
  width,
  left,
  isNarrow,
}: {
  readonly width: number;
  readonly left: number;
  readonly isNarrow: boolean;
}): SVGElement[] => [
  text(left, 12, t('Tip, lamports, log scale'), 'start', 'note'),
  text(0, 28, t('Provider'), 'start', 'note'),
  text(width, 28, t('In market'), 'end', 'note'),
  ...(isNarrow
    ? []
    : [
        text(left - 14, 28, 'n', 'end', 'note'),
        text(width - columns.inMarket - 8, 28, 'p50', 'end', 'note'),
      ]),
];

function marketBox({ p25, p50, p75, p95 }: TipBox, { x }: Plot, y: number): SVGElement[] {
  return [
    svgElement('path', {
      class: 'market-whisker',
      d: `M${x(p75)} ${y}H${x(p95)}M${x(p95)} ${y - 5}v10`,
    }),
    svgElement('rect', {
      class: 'market-box',
      x: x(p25),
      y: y - 7,
      width: Math.max(1, x(p75) - x(p25)),
      height: 14,
    }),
    svgElement('path', { class: 'market-median', d: `M${x(p50)} ${y - 7}v14` }),
  ];
}

function walletBox({ p25, p50, p75 }: TipBox, at: number, { x }: Plot, y: number): SVGElement[] {
  const { color, shape } = walletStyle(at);
  return [
    svgElement('g', { class: `series series-${color}` }, [
      svgElement('path', { class: 'wallet-range', d: `M${x(p25)} ${y}H${x(p75)}` }),
      svgElement('path', {
        class: 'point',
        d: symbolPath(shape),
        transform: `translate(${x(p50)} ${roundCoordinate(y)})`,
      }),
    ]),
  ];
}

function figures(
  { box, inMarket }: WalletTips,
  {
    width,
    middle,
    isNarrow,
  }: { readonly width: number; readonly middle: number; readonly isNarrow: boolean },
): SVGElement[] {
  const median = box === null ? t('few') : formatShort(box.p50);
  const rank = inMarket === null ? '–' : formatPercentile(inMarket);
  return [
    text(width, middle + 4, isNarrow && box === null ? median : rank, 'end'),
    ...(isNarrow ? [] : [text(width - columns.inMarket - 8, middle + 4, median, 'end')]),
  ];
}

const text = (
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
  style: string | null = null,
): SVGElement => svgElement('text', { x, y, 'text-anchor': anchor, class: style }, content);
