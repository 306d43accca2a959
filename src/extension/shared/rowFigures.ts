import { formatCount, formatUsdShort } from '../../api/format.ts';
import { knownSums } from '../../api/netGains.ts';

export interface RowFigures {
  readonly revenues: number;
  readonly profits: number;
  readonly transactions: number;
}

/** Gross and net gains and transactions of a row below a token or an AMM: `$79 → $50 · 158`. */
export function formatRowFigures(figures: RowFigures): string {
  const { revenues, profits } = knownSums(figures);
  return `${formatUsdShort(revenues)} → ${formatUsdShort(profits)} · ${formatCount(figures.transactions)}`;
}
