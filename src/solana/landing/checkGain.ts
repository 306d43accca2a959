import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatLamportsAsSol,
  formatPercent,
} from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import type { CheckFacts, GainLimits } from './checkFacts.ts';
import {
  formatSimulatedAmount,
  formatSimulatedValue,
  type SimulatedTrade,
  succeedingTrade,
} from './simulatedOutcome.ts';
import type { Finding, Findings } from './transactionReport.ts';

/**
 * Default limits for warnings. No tip of a recorded mainnet arbitrage exceeded 79 % of its gain. Reading
 * a preview takes less than 10 s; a lower limit would warn almost every time.
 */
export const defaultGainLimits: GainLimits = {
  warnsNetGainNegative: true,
  maxTipSharePercent: 90,
  maxSimulationAgeSeconds: 10,
};

/**
 * A simulation further behind the node's newest slot ran on an outdated node. A count of slots, not
 * a time: a third of the 150 blocks for which a blockhash is valid.
 */
const maxSlotsBehind = 50;

/** Half a lamport: figures in SOL are floating point. */
const smallestLossSol = 0.5e-9;

/** Skips transfers, which always lose their fee. */
export function checkGain(facts: CheckFacts, findings: Findings): void {
  const { outcome, simulation, slot, gainLimits: limits = defaultGainLimits } = facts;
  const trade = succeedingTrade(outcome);
  if (trade === null) return;
  if (limits.warnsNetGainNegative && isLoss(trade)) {
    findings.warn(
      'net-gain-negative',
      joinLabel(t('Net gain negative'), formatSimulatedValue(trade.net)),
      formatGainParts(trade),
    );
  }
  const { tipShare } = trade;
  const { maxTipSharePercent: limit } = limits;
  if (limit !== null && tipShare !== null && tipShare * 100 > limit) {
    findings.warn(
      'tip-share-high',
      t('Tip is {0} of the simulated gain', formatPercent(tipShare)),
      joinLabel(t('Your limit'), formatPercent(limit / 100)),
    );
  }
  const behind = slot === undefined || simulation?.slot == null ? 0 : slot - simulation.slot;
  if (limits.maxSimulationAgeSeconds !== null && behind > maxSlotsBehind) {
    findings.warn(
      'simulation-behind',
      t('Simulated {0} slots behind the node’s newest slot', formatCount(behind)),
      oldFiguresAdvice(),
    );
  }
}

/** `null` if it is recent, or the user wants no warning. */
export function checkSimulationAge(ageSeconds: number, limits: GainLimits): Finding | null {
  const { maxSimulationAgeSeconds: limit } = limits;
  if (limit === null || ageSeconds <= limit) return null;
  return {
    rank: 'warn',
    code: 'simulation-old',
    message: t('Simulation {0} old', formatDuration(ageSeconds)),
    detail: oldFiguresAdvice(),
  };
}

const oldFiguresAdvice = () => t('Its figures may no longer hold. Simulate again before you send.');

/** In SOL, or in USD if the price of SOL is missing. */
const isLoss = ({ net }: SimulatedTrade): boolean =>
  net.sol === null ? (net.usd ?? 0) < 0 : net.sol < -smallestLossSol;

/** `gain 0.01 SOL, tips 0.008 SOL, fee 0.000105 SOL`. */
export function formatGainParts({ gains, tips, botFees, feeLamports }: SimulatedTrade): string {
  return joinList([
    ...gains.map((gain) => t('gain {0}', formatSimulatedAmount(gain))),
    ...tips.map((tip) => t('tips {0}', formatSimulatedAmount(tip))),
    ...botFees.map((fee) => t('bot fee {0}', formatSimulatedAmount(fee))),
    t('fee {0}', formatLamportsAsSol(feeLamports)),
  ]);
}
