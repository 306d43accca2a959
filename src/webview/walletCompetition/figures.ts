import { fewOpportunities } from '../../api/arbscope/fewOpportunities.ts';
import type { SentWalletCompetition } from '../messages/walletCompetition.ts';

export const isFew = (count: number): boolean => count < fewOpportunities;

type Totals = Pick<SentWalletCompetition, 'won' | 'lost'>;

/** What nobody took is not among them: nobody won or lost it. */
export const contestedCount = ({ won, lost }: Totals): number => won.count + lost.count;

export interface GainShare {
  /** SOL: what the wallet and others took, as far as it is known. */
  readonly total: number;
  /** Of the wallet. */
  readonly share: number;
  readonly unknownGains: number;
}

/** Null: nobody gained, so there is no share. */
export function gainShare({ won, lost }: Totals): GainShare | null {
  const total = won.gain_sol + lost.gain_sol;
  if (won.gain_sol < 0 || lost.gain_sol < 0 || total === 0) return null;
  return {
    total,
    share: won.gain_sol / total,
    unknownGains: won.unknown_gains + lost.unknown_gains,
  };
}

/** Normal quantile of a 95 % interval. */
const quantile = 1.96;

/** 95 % interval of a share by Wilson's formula, which also holds near 0 and 1. `count` above 0. */
export function wilsonInterval(won: number, count: number): readonly [from: number, to: number] {
  const share = won / count;
  const square = quantile ** 2 / count;
  const center = (share + square / 2) / (1 + square);
  const half =
    (quantile / (1 + square)) * Math.sqrt((share * (1 - share)) / count + square / (4 * count));
  return [Math.max(0, center - half), Math.min(1, center + half)];
}

export type TipPoint = SentWalletCompetition['tip_curve']['points'][number];

/** SOL: what a tip would have brought above what the wallet had. */
export const netOf = ({ gain_sol: gain, extra_cost_sol: cost }: TipPoint): number => gain - cost;

export interface BestTip {
  readonly best: TipPoint;
  /** Percent from which the tip costs more than it wins; null: up to 100 it does not. */
  readonly breakEven: number | null;
}

/** The point of the curve with the most net gain; null: no tip would have brought any. */
export function bestTip(points: readonly TipPoint[]): BestTip | null {
  const best = points.reduce<TipPoint | null>(
    (found, point) => (netOf(point) > (found === null ? 0 : netOf(found)) ? point : found),
    null,
  );
  if (best === null) return null;
  const after = points.slice(points.indexOf(best));
  const at = after.findIndex((point) => netOf(point) <= 0);
  const [above, below] = [after[at - 1], after[at]];
  if (above === undefined || below === undefined) return { best, breakEven: null };
  const share = netOf(above) / (netOf(above) - netOf(below));
  return { best, breakEven: above.percent + share * (below.percent - above.percent) };
}
