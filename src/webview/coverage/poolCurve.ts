import type { ReportContent } from '../messages/coverage.ts';

export interface CurvePoint {
  readonly pools: number;
  readonly coveredUsd: number;
  /** 0 to 1. */
  readonly share: number;
}

/** Coverage by number of added pools, from 0 to all listed ones. */
export function poolCurve({ total, covered, missing_pools: missing }: ReportContent): CurvePoint[] {
  const amounts = [covered.net_gains_usd, ...missing.map(({ covers_usd: usd }) => usd)];
  return amounts.map((coveredUsd, pools) => ({
    pools,
    coveredUsd,
    share: total.net_gains_usd > 0 ? coveredUsd / total.net_gains_usd : 0,
  }));
}

const step = 0.2;

/** Ends of the axis: multiples of 20 % around the curve. */
export function shareDomain(points: readonly CurvePoint[]): readonly [number, number] {
  const shares = points.map(({ share }) => share);
  const low = Math.floor(Math.min(1, ...shares) / step + 1e-9) * step;
  const high = Math.ceil(Math.max(0, ...shares) / step - 1e-9) * step;
  const bottom = Math.max(0, Math.min(low, 1 - step));
  return [bottom, Math.min(1, Math.max(high, bottom + step))];
}

/** Undefined for keys that do not move the slider. */
export function poolCountByKey(count: number, key: string, most: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: count - 1,
    ArrowDown: count - 1,
    ArrowRight: count + 1,
    ArrowUp: count + 1,
    PageDown: count - 5,
    PageUp: count + 5,
    Home: 0,
    End: most,
  };
  const moved = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return moved === undefined ? undefined : Math.min(most, Math.max(0, moved));
}
