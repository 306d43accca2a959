import { t } from '@vscode/l10n';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import type { LandingPlan } from '../../backend/protocol/landingProtocol.ts';
import { bundleOnlyMessage } from '../../solana/landing/checkSending.ts';
import type { Finding } from '../../solana/landing/transactionReport.ts';
import type { ConfirmPrompt } from '../ui/prompts/prompter.ts';
import { formatAmountAtRisk } from './amountAtRisk.ts';
import { findWarnings, optionLabel } from './landingLabels.ts';
import { formatRouteAtRisk } from './routeRows.ts';

/** Whoever publishes an IDL chooses its names, so they say nothing about what a call takes. */
const takesUnknown = ({ name, isByIdl }: LandingPlan['reports'][number]['instructions'][number]) =>
  name === null || isByIdl;

/** If there is a warning, Enter does not send. `aged`: findings since the preview. */
export function landingConfirmation(
  plan: LandingPlan,
  aged: readonly Finding[] = [],
): ConfirmPrompt {
  const { reports, network, receiver, kind, frontRunningProtection, options } = plan;
  const payers = new Set(reports.map(({ feePayer }) => feePayer ?? ''));
  const warnings = [...aged, ...findWarnings(reports)].map(({ message, detail = '' }) =>
    `⚠ ${message}\n${detail}`.trim(),
  );
  const atRisk = formatRouteAtRisk(plan);
  const protectionState = frontRunningProtection
    ? t('on')
    : atRisk === ''
      ? t('off')
      : joinNote(t('off'), t('{0} at risk', atRisk));
  const lines = [
    joinLabel(t('Network'), kind === 'sandbox' ? joinNote(network, t('simulated')) : network),
    ...(kind === 'sandbox' ? [] : [joinLabel(t('Receiver'), receiver)]),
    joinLabel(t('Fee payer'), joinList([...payers])),
    joinLabel(t('At risk'), formatAmountAtRisk(reports)),
    ...(reports.some(({ instructions }) => instructions.some(takesUnknown))
      ? [t('What some instructions take is unknown. They may take more than that.')]
      : []),
    joinLabel(t('Front-running protection'), protectionState),
    ...(frontRunningProtection ? [bundleOnlyMessage] : []),
    ...options.map((option) => joinLabel(optionLabel(option), option.value)),
  ];
  return {
    message:
      reports.length === 1
        ? t('Send this transaction to {0}?', network)
        : t('Send {0} transactions to {1}?', reports.length, network),
    detail: [...warnings, lines.join('\n')].join('\n\n'),
    ...(warnings.length === 0
      ? { confirmLabel: t('Send') }
      : {
          confirmLabel: t('Send Anyway'),
          defaultLabel: aged.length > 0 ? t('Simulate Again') : t('Review Again'),
        }),
  };
}

/** Shown before the first use of a receiver that the user has not entered in this editor. */
export const newReceiverConfirmation = ({ receiver }: LandingPlan): ConfirmPrompt => ({
  message: t('New receiver: {0}', receiver),
  detail: t(
    'You did not enter this address in Arbscope; another extension may have. It receives your signed transactions.',
  ),
  confirmLabel: t('Allow Receiver'),
  defaultLabel: t('Review Again'),
});
