import { t } from '@vscode/l10n';
import { withPlusSign } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { escapeIcons } from '../../api/sanitizeText.ts';
import type { LandingPlan } from '../../backend/protocol/landingProtocol.ts';
import { formatGainParts } from '../../solana/landing/checkGain.ts';
import {
  formatSimulatedAmount,
  formatSimulatedValue,
  type SimulatedLeg,
  type SimulatedTrade,
  succeedingTrade,
} from '../../solana/landing/simulatedOutcome.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import type { Choice } from '../ui/prompts/prompter.ts';
import { routeInputs } from './amountAtRisk.ts';
import { type PreviewAction, row } from './previewRow.ts';

export function routeRows({ outcome }: TransactionReport): Choice<PreviewAction>[] {
  if (outcome?.kind === 'unknown') {
    return [row('question', t('Route unknown'), '', { detail: missingText(outcome.missing) })];
  }
  const trade = succeedingTrade(outcome);
  if (trade === null) return [];
  const { net, route, input, missing } = trade;
  return [
    row(
      'graph',
      joinLabel(t('Net gain'), withPlusSign(formatSimulatedValue(net))),
      joinList([typeLabel(trade), trade.bot ?? '']),
      { detail: escapeIcons(formatGainParts(trade)) },
    ),
    ...(route.length === 0
      ? []
      : [
          row(
            'type-hierarchy',
            escapeIcons(formatRoute(route)),
            route.length === 1 ? t('1 leg') : t('{0} legs', route.length),
            { detail: joinList(route.map(({ amm }) => amm)) },
          ),
        ]),
    ...(input === null
      ? []
      : [row('arrow-right', escapeIcons(joinLabel(t('Input'), formatSimulatedAmount(input))))]),
    ...(missing.length === 0
      ? []
      : [row('question', t('Figures may be incomplete'), '', { detail: missingText(missing) })]),
  ];
}

export const openSimulationRow = (
  reports: readonly TransactionReport[],
): Choice<PreviewAction>[] =>
  reports.every(({ version }) => version !== null)
    ? [row('beaker', t('Open Simulation'), '', { value: 'simulation' })]
    : [];

/** Amount that front-running could cost if others can see the transactions; empty if unknown. */
export const formatRouteAtRisk = ({
  kind,
  frontRunningProtection,
  reports,
}: Pick<LandingPlan, 'kind' | 'frontRunningProtection' | 'reports'>): string =>
  kind === 'sandbox' || frontRunningProtection
    ? ''
    : escapeIcons(joinList(routeInputs(reports).map(formatSimulatedAmount)));

/** `SOL → JUP → SOL`; the parts of a split route are separate chains. */
function formatRoute(route: readonly SimulatedLeg[]): string {
  let text = '';
  let last: string | null = null;
  for (const { inputSymbol, outputSymbol } of route) {
    const start: string = last === null ? inputSymbol : `, ${inputSymbol}`;
    text += last === inputSymbol ? ` → ${outputSymbol}` : `${start} → ${outputSymbol}`;
    last = outputSymbol;
  }
  return text;
}

/** Empty unless the trade succeeds. */
function typeLabel({ type }: SimulatedTrade): string {
  if (type === 'arbitrage') return t('Arbitrage');
  if (type === 'circular-with-loss') return t('Circular route at a loss');
  return t('Bot run without swaps');
}

const missingText = (missing: readonly string[]): string =>
  missing.length === 0
    ? t('The simulation could not be decoded.')
    : joinLabel(t('Not returned by the node'), joinList(missing));
