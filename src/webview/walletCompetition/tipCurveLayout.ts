import { type AmountScale, amountScale } from '../charts/amountScale.ts';
import type { PathPoint } from '../charts/polylinePath.ts';
import { linearScale } from '../charts/scales.ts';
import type { SentWalletCompetition } from '../messages/walletCompetition.ts';
import { netOf, type TipPoint } from './figures.ts';

type TipCurve = SentWalletCompetition['tip_curve'];

interface Amount {
  readonly percent: number;
  readonly amount: number;
}

interface Plot {
  readonly top: number;
  readonly bottom: number;
  readonly scale: AmountScale;
  readonly points: readonly (PathPoint | null)[];
}

export interface TipCurveLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly x: (percent: number) => number;
  /** Share of the lost opportunities, in percent. */
  readonly share: Plot;
  /** SOL. */
  readonly net: Plot;
}

/**
 * A loss further below 0 than this many times the best net gain, and than this share of the largest loss, is
 * cut off: it would flatten the rest.
 */
const mostBelow = { best: 2, largest: 0.1 } as const;

const margins = { left: 62, right: 16, title: 22, between: 34, bottom: 36 } as const;
const heights = { share: 110, net: 90 } as const;

export const sharePercent = ({ won }: TipPoint, { count }: Pick<TipCurve, 'count'>): number =>
  count === 0 ? 0 : (won / count) * 100;

export function tipCurveLayout(curve: TipCurve, width: number): TipCurveLayout {
  const [left, right] = [margins.left, Math.max(margins.left + 80, width - margins.right)];
  const x = linearScale([0, 100], [left, right]);
  const plotOf = (top: number, height: number, amounts: readonly (Amount | null)[]): Plot => {
    const bottom = top + height;
    const scale = amountScale(
      'linear',
      amounts.flatMap((each) => each?.amount ?? []),
      top,
      bottom,
    );
    const points = amounts.map(
      (each) => each && { x: x(each.percent), y: scale.position(each.amount) },
    );
    return { top, bottom, scale, points };
  };
  const shares = curve.points.map((point) => ({
    percent: point.percent,
    amount: sharePercent(point, curve),
  }));
  const share = plotOf(margins.title, heights.share, shares);
  const net = plotOf(share.bottom + margins.between, heights.net, drawnNet(curve.points));
  return { width, height: net.bottom + margins.bottom, left, right, x, share, net };
}

/** Net gains above the least that is drawn; null: the line leaves the chart. */
function drawnNet(points: readonly TipPoint[]): (Amount | null)[] {
  const nets = points.map((point) => ({ percent: point.percent, amount: netOf(point) }));
  const least = leastNet(nets.map(({ amount }) => amount));
  return nets.flatMap((net, at) => {
    const before = nets[at - 1];
    const isDrawn = net.amount >= least;
    if (before === undefined || before.amount >= least === isDrawn) return isDrawn ? [net] : [null];
    const share = (before.amount - least) / (before.amount - net.amount);
    const edge = {
      percent: before.percent + share * (net.percent - before.percent),
      amount: least,
    };
    return isDrawn ? [null, edge, net] : [edge, null];
  });
}

function leastNet(amounts: readonly number[]): number {
  const best = Math.max(...amounts);
  if (best <= 0) return Number.NEGATIVE_INFINITY;
  return Math.min(-best * mostBelow.best, Math.min(...amounts) * mostBelow.largest);
}
