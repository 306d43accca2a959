import { t } from '@vscode/l10n';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import type { PrepareLandingResponse } from '../../backend/protocol/landingProtocol.ts';
import { bundleOnlyMessage } from '../../solana/landing/checkSending.ts';
import type { ConfirmPrompt } from '../ui/prompts/prompter.ts';
import { findWarnings, formatAmountAtRisk } from './landingLabels.ts';

/** The last question: warnings, network, payer, amount. With a warning Enter does not send. */
export function landingConfirmation(
  { transactions, network, host, kind }: PrepareLandingResponse,
  isProtected: boolean,
): ConfirmPrompt {
  const reports = transactions.map(({ report }) => report);
  const payers = new Set(reports.map(({ feePayer }) => feePayer ?? ''));
  const warnings = findWarnings(reports).map(({ message, detail = '' }) =>
    `⚠ ${message}\n${detail}`.trim(),
  );
  const lines = [
    joinLabel(t('Network'), kind === 'sandbox' ? joinNote(network, t('simulated')) : network),
    joinLabel(t('Through'), host),
    joinLabel(t('Fee payer'), joinList([...payers])),
    joinLabel(t('At risk'), formatAmountAtRisk(reports)),
    ...(reports.some(({ instructions }) => instructions.some(({ name }) => name === null))
      ? [t('Some instructions cannot be decoded. They may take more than that.')]
      : []),
    joinLabel(t('Front-running protection'), isProtected ? t('on') : t('off')),
    ...(isProtected ? [bundleOnlyMessage] : []),
  ];
  return {
    message:
      reports.length === 1
        ? t('Send this transaction to {0}?', network)
        : t('Send {0} transactions to {1}?', reports.length, network),
    detail: [...warnings, lines.join('\n')].join('\n\n'),
    ...(warnings.length === 0
      ? { confirmLabel: t('Send') }
      : { confirmLabel: t('Send Anyway'), defaultLabel: t('Review Again') }),
  };
}
