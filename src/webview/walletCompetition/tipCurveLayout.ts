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
  readonly points: readonly PathPoint[];
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

/** A loss further below 0 than this many times the best net gain is cut off: it would flatten the rest. */
const mostBelow = 2;

const margins = { left: 62, right: 16, title: 22, between: 34, bottom: 36 } as const;
const heights = { share: 110, net: 90 } as const;

export const sharePercent = ({ won }: TipPoint, { count }: Pick<TipCurve, 'count'>): number =>
  count === 0 ? 0 : (won / count) * 100;

export function tipCurveLayout(curve: TipCurve, width: number): TipCurveLayout {
  const [left, right] = [margins.left, Math.max(margins.left + 80, width - margins.right)];
  const x = linearScale([0, 100], [left, right]);
  const plotOf = (top: number, height: number, amounts: readonly Amount[]): Plot => {
    const bottom = top + height;
    const scale = amountScale(
      'linear',
      amounts.map(({ amount }) => amount),
      top,
      bottom,
    );
    const points = amounts.map(({ percent, amount }) => ({
      x: x(percent),
      y: scale.position(amount),
    }));
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

/** Net gains until they are cut off. */
function drawnNet(points: readonly TipPoint[]): Amount[] {
  const nets = points.map((point) => ({ percent: point.percent, amount: netOf(point) }));
  const best = Math.max(0, ...nets.map(({ amount }) => amount));
  const least = -best * mostBelow;
  const cut = best === 0 ? -1 : nets.findIndex(({ amount }) => amount < least);
  const [before, after] = [nets[cut - 1], nets[cut]];
  if (before === undefined || after === undefined) return nets;
  const share = (before.amount - least) / (before.amount - after.amount);
  const percent = before.percent + share * (after.percent - before.percent);
  return [...nets.slice(0, cut), { percent, amount: least }];
}
