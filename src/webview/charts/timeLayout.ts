import { type AmountScale, amountScale } from './amountScale.ts';
import { createTimeAxis, type TimeAxis } from './timeAxis.ts';
import {
  type ChartRow,
  type ChartSeries,
  intervalStart,
  isPartial,
  type TimeChartData,
} from './timeChartData.ts';

export interface TimeLayout {
  readonly width: number;
  readonly height: number;
  readonly axis: TimeAxis;
  /** Left edge of an interval. */
  readonly xOf: (index: number) => number;
  readonly isPartial: (index: number) => boolean;
  readonly rows: readonly RowLayout[];
  /** Top and bottom of all rows together. */
  readonly top: number;
  readonly bottom: number;
}

export interface RowLayout {
  readonly row: ChartRow;
  /** Baseline of the title: above the legend where both do not fit into one line. */
  readonly titleBottom: number;
  readonly top: number;
  readonly bottom: number;
  readonly scale: AmountScale;
}

const margins = { left: 46, right: 62, heading: 24, legendLine: 16, row: 8, bottom: 34 };
/** Right margin without end labels: half a label of the time axis. */
const bareRight = 18;
/** From the baseline of a heading to the plot. */
export const titleGap = 10;
/** Mark of a series in the legend, and the space before the next one. */
export const legendMark = { width: 14, gap: 12 } as const;

export function timeLayout(data: TimeChartData, width: number): TimeLayout {
  const hasEndLabels = data.rows.some(({ series }) => linesOf(series).length > 1);
  const axis = createTimeAxis({
    fromMilliseconds: data.fromMilliseconds,
    toMilliseconds: intervalStart(data, data.isUnknown.length),
    left: margins.left,
    right: Math.max(margins.left + 80, width - (hasEndLabels ? margins.right : bareRight)),
  });
  const rows: RowLayout[] = [];
  let bottom = 0;
  for (const row of data.rows) {
    const start = bottom + (rows.length === 0 ? 0 : margins.row);
    const isBesideLegend = textWidth(row.title) + legendWidth(row) <= axis.right;
    const top = start + margins.heading + (isBesideLegend ? 0 : margins.legendLine);
    bottom = top + row.height;
    const titleBottom = start + margins.heading - titleGap;
    rows.push({ row, titleBottom, top, bottom, scale: scaleOf(row, top, bottom) });
  }
  return {
    ...{ width, axis, rows, bottom },
    height: bottom + margins.bottom,
    xOf: (index) => axis.position(intervalStart(data, index)),
    isPartial: (index) => isPartial(data, index),
    top: rows[0]?.top ?? margins.heading,
  };
}

function legendWidth({ series }: ChartRow): number {
  const named = series.filter(hasHeadLegend);
  if (named.length < 2) return 0;
  return named.reduce(
    (sum, { label }) => sum + textWidth(label) + legendMark.width + legendMark.gap,
    0,
  );
}

/** Series in the legend above a row; lines and areas have their names at their ends. */
export const hasHeadLegend = ({ kind }: ChartSeries): boolean =>
  kind === 'bars' || kind === 'ticks';

export const linesOf = (all: readonly ChartSeries[]): ChartSeries[] =>
  all.filter((series) => !hasHeadLegend(series));

/** Amounts that the bars of each series stand on: 0, or the top of the bars below. */
export function barBases(all: readonly ChartSeries[]): readonly (readonly number[])[] {
  let top: readonly number[] = [];
  return all.map(({ kind, values, isStacked = false }) => {
    const bases = values.map((_, at) => (isStacked ? (top[at] ?? 0) : 0));
    if (kind === 'bars') top = values.map((value, at) => (value ?? 0) + (bases[at] ?? 0));
    return bases;
  });
}

/** The axis includes stacked bars with the bars below them. */
function scaleOf({ scale, series }: ChartRow, top: number, bottom: number): AmountScale {
  const bases = barBases(series);
  const amounts = series.flatMap(({ values }, which) =>
    values.flatMap((value, at) => (value === null ? [] : value + (bases[which]?.[at] ?? 0))),
  );
  return amountScale(scale, amounts, top, bottom);
}

/** Estimated: text cannot be measured before it is in the page. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, each) => sum + (each > '\u2E80' ? 11.5 : 7), 0);
