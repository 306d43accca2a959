import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import type { DecodedInstruction } from './decodedInstruction.ts';
import type { Findings, SimulationReport } from './transactionReport.ts';

/**
 * Differences between calls and the IDLs of their programs. They are no warning in a transaction
 * that succeeds: then the IDL is another version.
 */
export function checkIdlNotes(
  calls: readonly { readonly call: DecodedInstruction }[],
  simulation: SimulationReport | undefined,
  findings: Findings,
): void {
  for (const [at, { call }] of calls.entries()) {
    for (const note of call.notes ?? []) {
      const message = joinLabel(t('Instruction {0}', at + 1), note);
      const detail = t('By the IDL of the program.');
      if (simulation?.isSuccess === true) findings.inform('idl-difference', message, detail);
      else findings.warn('idl-difference', message, detail);
    }
  }
}
