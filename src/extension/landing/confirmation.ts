import type { PrepareLandingAnswer } from '../../market/landingProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Question } from '../prompts/prompter.ts';
import { amountAtRisk, mayTakeMore } from './landingWords.ts';

/** The question before anything is sent: network, payer, amount at risk, way, warnings. */
export function confirmation(answer: PrepareLandingAnswer, isProtected: boolean): Question {
  const reports = answer.transactions.map(({ report }) => report);
  const payers = [...new Set(reports.map(({ feePayer }) => feePayer ?? ''))];
  const what = reports.length === 1 ? 'this transaction' : `these ${reports.length} transactions`;
  const warnings = reports.flatMap(({ findings }) =>
    findings.filter(({ rank }) => rank === 'warn').map(({ message }) => `⚠ ${message}`),
  );
  const lines = [
    `Network: ${answer.network}${answer.kind === 'sandbox' ? ' (simulated)' : ''}`,
    `Through: ${answer.host}`,
    `Payer: ${payers.join(', ')}`,
    `At risk: ${amountAtRisk(reports)}`,
    ...(mayTakeMore(reports)
      ? ['Some of its programs are not read here: they may take more than that.']
      : []),
    isProtected
      ? 'Front-running protection: on. Sent as a bundle only, and not at all if that fails.'
      : 'Front-running protection: off.',
    ...warnings,
  ];
  return {
    message: `Send ${what} to ${answer.network}, paid by ${payers.map(shortAddress).join(', ')}?`,
    detail: lines.join('\n'),
    yes: 'Send',
  };
}
