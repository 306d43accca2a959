import type { ScaleKind } from './amountScale.ts';
import type { TimeSelection } from './timeSelection.ts';

export interface ChartSeries {
  /** Used in the legend, the text of an interval and the table heading. */
  readonly label: string;
  /** Ticks cross the bars, like a target. */
  readonly kind: 'bars' | 'ticks' | 'area' | 'line';
  /** Theme colour, 0 to 6. Pattern, shape and outline also distinguish series, without colour. */
  readonly color: number;
  /** Lines: index into `linePatterns`. */
  readonly pattern?: number;
  /** Lines: point symbol, drawn if there is room. */
  readonly shape?: number;
  /** Bars: outline instead of fill. */
  readonly isHollow?: boolean;
  /** Bars: on top of the previous series. */
  readonly isStacked?: boolean;
  /** Null: unknown or no value. */
  readonly values: readonly (number | null)[];
  /** Note on the amount of an interval, such as a small sample; empty: none. */
  readonly notes?: readonly string[];
}

export interface ChartRow {
  /** The quantity with its unit, shown above the axis of amounts. */
  readonly title: string;
  readonly height: number;
  readonly scale: ScaleKind;
  /** Formats an amount in full, without the unit, which is in the title. */
  readonly format: (amount: number) => string;
  readonly series: readonly ChartSeries[];
}

export interface TimeChartData {
  /** Accessible name. */
  readonly label: string;
  /** Start of the first interval; later intervals follow without gaps. */
  readonly fromMilliseconds: number;
  readonly intervalMilliseconds: number;
  /** What the figures cover; the first and last interval may be partial. Missing: whole intervals. */
  readonly period?: { readonly fromMilliseconds: number; readonly toMilliseconds: number };
  /** Intervals without data, which are hatched instead of 0. */
  readonly isUnknown: readonly boolean[];
  readonly rows: readonly ChartRow[];
}

/** Start of an interval as far as the period covers it; of the one after the last: the end. */
export function intervalStart(
  { fromMilliseconds, intervalMilliseconds, period }: TimeChartData,
  index: number,
): number {
  const start = fromMilliseconds + index * intervalMilliseconds;
  return period === undefined
    ? start
    : Math.min(Math.max(start, period.fromMilliseconds), period.toMilliseconds);
}

/** Whether the period covers only a part of the interval. */
export const isPartial = (data: TimeChartData, index: number): boolean =>
  intervalStart(data, index + 1) - intervalStart(data, index) < data.intervalMilliseconds;

export function unknownRuns(isUnknown: readonly boolean[]): TimeSelection[] {
  const runs: { first: number; last: number }[] = [];
  for (const [at, unknown] of isUnknown.entries()) {
    if (!unknown) continue;
    const open = runs.at(-1);
    if (open?.last === at - 1) open.last = at;
    else runs.push({ first: at, last: at });
  }
  return runs;
}
