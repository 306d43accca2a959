import { roundCoordinate } from '../charts/marks.ts';
import { logScale } from '../charts/scales.ts';
import type { TipsRow, WalletTips } from './tipsModel.ts';

export const rowHeight = 22;
const rowGap = 8;
export const headHeight = 40;
const axisHeight = 22;
const columns = { provider: 92, sample: 44, median: 54, inMarket: 62 } as const;
const narrowWidth = 480;
const maxTicks = 6;

export interface TipsLayout {
  readonly width: number;
  readonly height: number;
  /** A narrow drawing has no columns of the sample and the median. */
  readonly isNarrow: boolean;
  /** Edges of the common log axis, and the right end of the medians. */
  readonly left: number;
  readonly right: number;
  readonly medianEnd: number;
  /** End of the rows. */
  readonly bottom: number;
  readonly x: (amount: number) => number;
  readonly ticks: readonly number[];
  readonly lines: readonly TipsLine[];
}

/** A wallet's tips to a provider. */
export interface TipsLine {
  readonly row: TipsRow;
  readonly tips: WalletTips;
  /** Position of the wallet. */
  readonly at: number;
  readonly isFirst: boolean;
  readonly middle: number;
}

export function tipsLayout(rows: readonly TipsRow[], width: number): TipsLayout {
  const isNarrow = width < narrowWidth;
  const left = columns.provider + (isNarrow ? 0 : columns.sample) + 12;
  const right = Math.max(left + 60, width - columns.inMarket - (isNarrow ? 0 : columns.median) - 8);
  const lines: TipsLine[] = [];
  let bottom = headHeight;
  for (const row of rows) {
    const own = row.wallets.flatMap((tips, at) => (tips === null ? [] : [{ tips, at }]));
    for (const [line, { tips, at }] of own.entries()) {
      lines.push({ row, tips, at, isFirst: line === 0, middle: bottom + rowHeight / 2 });
      bottom += rowHeight;
    }
    bottom += rowGap;
  }
  return {
    ...{ width, isNarrow, left, right, bottom, lines },
    medianEnd: width - columns.inMarket - 8,
    height: bottom + axisHeight,
    ...amountAxis(rows, left, right),
  };
}

function amountAxis(
  rows: readonly TipsRow[],
  left: number,
  right: number,
): Pick<TipsLayout, 'x' | 'ticks'> {
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
    // Zero has no logarithm and is at the left end.
    x: (amount) => roundCoordinate(scale(Math.min(greatest, Math.max(least, amount)))),
    ticks: exponents.filter((_, at) => at % every === 0).map((exponent) => 10 ** exponent),
  };
}
