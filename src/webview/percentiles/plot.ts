import type { AmountScale } from '../charts/amountScale.ts';
import { type PathPoint, polylinePath } from '../charts/polylinePath.ts';
import type { SeriesStyle } from './seriesStyle.ts';

/** Area of a pair of axes in the chart, without its labels. */
export interface PlotArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlotPoint {
  readonly x: number;
  readonly amount: number;
  /** Tooltip. */
  readonly title: string;
  /** Whether fewer than five transactions are above it. */
  readonly isHollow: boolean;
}

export interface PlotLine {
  readonly key: string;
  readonly label: string;
  readonly style: SeriesStyle;
  /** In drawing order; a null breaks the line. */
  readonly points: readonly (PlotPoint | null)[];
  readonly markerAmount: number | null;
}

export interface Plot {
  readonly area: PlotArea;
  readonly formatAmount: (amount: number) => string;
  readonly scale: AmountScale;
  readonly ticks: readonly {
    readonly position: number;
    readonly label: string;
  }[];
  /** Right-aligned under the axis. */
  readonly xTitle: string;
  readonly lines: readonly PlotLine[];
  readonly marker: { readonly x: number; readonly label: string } | null;
  /** Whether amounts between points are interpolated linearly: a curve on a logarithmic axis. */
  readonly isInterpolated: boolean;
  readonly hasEndLabels: boolean;
}

export const colorClass = ({ color }: SeriesStyle): string => `series-${color}`;

/** Subdivision of a line on a logarithmic axis: pixels per piece, and maximum number of pieces. */
const curvePieces = { width: 2, most: 12 };

export function linePath({ points }: PlotLine, { scale, isInterpolated }: Plot): string {
  const isBent = isInterpolated && scale.kind === 'log';
  const places: (PathPoint | null)[] = [];
  let before: PlotPoint | null = null;
  for (const point of points) {
    if (point === null) places.push(null);
    else {
      if (isBent && before !== null) bend(before, point, scale, places);
      places.push({ x: point.x, y: scale.position(point.amount) });
    }
    before = point;
  }
  return polylinePath(places);
}

/** Adds positions, so that linear interpolation is a curve on the axis. */
function bend(from: PlotPoint, to: PlotPoint, scale: AmountScale, places: (PathPoint | null)[]) {
  if (from.amount === to.amount) return;
  const count = Math.min(curvePieces.most, Math.ceil((to.x - from.x) / curvePieces.width));
  for (let piece = 1; piece < count; piece++) {
    const share = piece / count;
    const amount = from.amount + share * (to.amount - from.amount);
    places.push({ x: from.x + share * (to.x - from.x), y: scale.position(amount) });
  }
}
