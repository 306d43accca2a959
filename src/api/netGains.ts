import { formatSol, formatUsd } from './format.ts';
import { joinNote } from './join.ts';

interface NetGains {
  readonly net_gains_usd: number;
  readonly net_gains_sol: number;
}

/**
 * Net gains of a transaction; null if unknown, which responses have as 0. A known net gain is not
 * 0, since each transaction pays a fee.
 */
export const knownNetGains = ({
  net_gains_usd: usd,
  net_gains_sol: sol,
}: NetGains): { readonly usd: number | null; readonly sol: number | null } => ({
  usd: usd === 0 ? null : usd,
  sol: sol === 0 ? null : sol,
});

/** `$0.42 (0.003 SOL)`. */
export function formatNetGains(gains: NetGains): string {
  const { usd, sol } = knownNetGains(gains);
  return sol === null ? formatUsd(usd) : joinNote(formatUsd(usd), formatSol(sol));
}

interface SummedGains {
  readonly revenues: number;
  readonly profits: number;
  readonly transactions: number;
}

/**
 * Gains of a Finder row; `null` if the price of every arbitrage is unknown. Such gains add 0 to a
 * sum, and a known gross gain is above 0.
 */
export const knownSums = ({ revenues, profits, transactions }: SummedGains) =>
  revenues === 0 && transactions > 0 ? { revenues: null, profits: null } : { revenues, profits };
