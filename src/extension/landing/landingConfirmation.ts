import { t } from '@vscode/l10n';
import type { PrepareLandingResponse } from '../../backend/protocol/landingProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ConfirmPrompt } from '../ui/prompts/prompter.ts';
import { formatAmountAtRisk, hasUnreadPrograms } from './landingLabels.ts';

/** The question before anything is sent: network, payer, amount at risk, way, warnings. */
export function landingConfirmation(
  answer: PrepareLandingResponse,
  isProtected: boolean,
): ConfirmPrompt {
  const reports = answer.transactions.map(({ report }) => report);
  const payers = [...new Set(reports.map(({ feePayer }) => feePayer ?? ''))];
  const payer = payers.map(shortAddress).join(', ');
  const warnings = reports.flatMap(({ findings }) =>
    findings.filter(({ rank }) => rank === 'warn').map(({ message }) => `⚠ ${message}`),
  );
  const lines = [
    answer.kind === 'sandbox'
      ? t('Network: {0} (simulated)', answer.network)
      : t('Network: {0}', answer.network),
    t('Through: {0}', answer.host),
    t('Payer: {0}', payers.join(', ')),
    t('At risk: {0}', formatAmountAtRisk(reports)),
    ...(hasUnreadPrograms(reports)
      ? [t('Some of its programs are not read here: they may take more than that.')]
      : []),
    isProtected
      ? t('Front-running protection: on. Sent as a bundle only, and not at all if that fails.')
      : t('Front-running protection: off.'),
    ...warnings,
  ];
  return {
    message:
      reports.length === 1
        ? t('Send this transaction to {0}, paid by {1}?', answer.network, payer)
        : t(
            'Send these {0} transactions to {1}, paid by {2}?',
            reports.length,
            answer.network,
            payer,
          ),
    detail: lines.join('\n'),
    confirmLabel: t('Send'),
  };
}
