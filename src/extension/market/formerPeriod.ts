import type { HistorySeries } from '../../api/arbscope/history.ts';
import { comparableCoverage } from '../../api/limits.ts';
import type { FormerFigures } from '../../webview/messages/market.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import { toFigures } from './marketContent.ts';

type History = ChannelArbscopeService['history'];

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/**
 * Figures of the period of the same length before `series`, which `parameters` asked for; null if
 * too little of either is stored to compare. A failure leaves the period itself useful.
 */
export async function loadFormerPeriod(
  history: History,
  { from, to, ...filter }: Parameters<History>[0] & { readonly from: number; readonly to: number },
  storedFromSeconds: number | null,
  options: Parameters<History>[1],
): Promise<FormerFigures | null> {
  const period = to - from;
  // Past hours are stored as whole sums, so a long period begins and ends at full hours.
  const end = period < daySeconds ? from : Math.ceil(from / hourSeconds) * hourSeconds;
  const start = end - period;
  const isStored =
    storedFromSeconds !== null && storedFromSeconds <= start + period * (1 - comparableCoverage);
  if (!isStored) return null;
  const before = { ...filter, from: start, to: end - 1 };
  const series = await history(before, options).catch(() => null);
  return series !== null && isComparable(series) ? toFigures(series.total) : null;
}

export const isComparable = ({ points }: Pick<HistorySeries, 'points'>): boolean =>
  points.reduce((sum, { coverage }) => sum + (coverage ?? 0), 0) >=
  points.length * comparableCoverage;
