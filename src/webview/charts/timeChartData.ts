import type { ScaleKind } from './amountScale.ts';
import type { TimeSelection } from './timeSelection.ts';

/** One quantity of a row, an amount for each interval. */
export interface ChartSeries {
  /** In the legend, in the reading of an interval and at the head of its table column. */
  readonly label: string;
  /** Ticks stand across bars, as a target does. */
  readonly kind: 'bars' | 'ticks' | 'area' | 'line';
  /** Number of the theme's colour, 0 to 6. Colour never stands alone: hence what follows. */
  readonly color: number;
  /** Of a line: index into `linePatterns`. */
  readonly pattern?: number;
  /** Of a line with room for points: the shape of each. */
  readonly shape?: number;
  /** Of bars: an outline in place of a fill. */
  readonly isHollow?: boolean;
  /** Of bars: on top of the series before. */
  readonly isStacked?: boolean;
  /** Null: unknown, or there is none. */
  readonly values: readonly (number | null)[];
  /** What is to be said with the amount of an interval, such as a small sample; empty: nothing. */
  readonly notes?: readonly string[];
}

/** A pair of axes with its quantities. */
export interface ChartRow {
  /** The quantity with its unit; it stands above the axis of amounts. */
  readonly title: string;
  readonly height: number;
  readonly scale: ScaleKind;
  /** An amount with every digit that people read; the unit stands in the title. */
  readonly format: (amount: number) => string;
  readonly series: readonly ChartSeries[];
}

/** Rows over one time axis. */
export interface TimeChartData {
  /** Accessible name. */
  readonly label: string;
  /** Start of the first interval; the others follow without gaps. */
  readonly fromMilliseconds: number;
  readonly intervalMilliseconds: number;
  /** For each interval whether nothing is known of it: hatched, and never 0. */
  readonly isUnknown: readonly boolean[];
  readonly rows: readonly ChartRow[];
}

export const intervalStart = (
  { fromMilliseconds, intervalMilliseconds }: TimeChartData,
  index: number,
): number => fromMilliseconds + index * intervalMilliseconds;

/** Stretches of intervals of which nothing is known. */
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
