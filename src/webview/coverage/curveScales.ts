import { roundCoordinate } from '../charts/marks.ts';
import { linearScale } from '../charts/scales.ts';
import { type CurvePoint, shareDomain } from './poolCurve.ts';

const margins = { left: 46, right: 14, top: 26, bottom: 36 };
const plotHeight = 132;

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface CurveScales {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** Of the whole picture. */
  readonly height: number;
  /** Pools at the end of the axis. */
  readonly most: number;
  /** Ends of the axis of shares. */
  readonly domain: readonly [low: number, high: number];
  readonly x: (pools: number) => number;
  readonly y: (share: number) => number;
  readonly place: (point: CurvePoint) => Position;
  /** Number of pools at a position in the picture. */
  readonly countAt: (x: number) => number;
}

export function curveScales(points: readonly CurvePoint[], width: number): CurveScales {
  const domain = shareDomain(points);
  const { left, top } = margins;
  const right = Math.max(left + 80, width - margins.right);
  const bottom = top + plotHeight;
  const most = Math.max(1, points.length - 1);
  const x = linearScale([0, most], [left, right]);
  const y = linearScale(domain, [bottom, top]);
  const count = linearScale([left, right], [0, most]);
  return {
    ...{ left, right, bottom, most, domain, x, y },
    height: bottom + margins.bottom,
    place: ({ pools, share }) => ({ x: roundCoordinate(x(pools)), y: roundCoordinate(y(share)) }),
    countAt: (at) => Math.min(most, Math.max(0, Math.round(count(at)))),
  };
}
