import { t } from '@vscode/l10n';
import { formatExactAmount, withPlusSign } from '../../api/format.ts';
import { solDecimals, solToLamports } from '../../api/tokenAmounts.ts';
import type { SimulationRun } from '../messages/simulate.ts';

export interface ComparedRun {
  readonly run: SimulationRun;
  readonly secondsLater: number;
  /** Relative change of the net gain; null for the first run, failures, and gains of 0. */
  readonly change: number | null;
}

export function comparedRuns(runs: readonly SimulationRun[]): ComparedRun[] {
  const [first] = runs;
  return runs.map((run) => ({
    run,
    secondsLater: Math.max(0, (run.atMilliseconds - (first ?? run).atMilliseconds) / 1_000),
    change: first === undefined || run === first ? null : changeOf(first, run),
  }));
}

function changeOf(first: SimulationRun, { isSuccess, netGainsSol }: SimulationRun): number | null {
  const before = first.isSuccess ? first.netGainsSol : null;
  if (!isSuccess || netGainsSol === null || before === null || before === 0) return null;
  return (netGainsSol - before) / Math.abs(before);
}

/** SOL with lamport precision. */
export const formatRunGain = ({ netGainsSol }: SimulationRun): string =>
  netGainsSol === null
    ? t('unknown')
    : withPlusSign(formatExactAmount(solToLamports(netGainsSol), solDecimals));
