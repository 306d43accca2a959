import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { IdlProgramSummary } from '../../backend/protocol/idlProtocol.ts';
import { maxIdlFileBytes, maxIdlFiles } from './idlFiles.ts';

/** Of a file with these programs. */
export function programDiagnostics(programs: readonly IdlProgramSummary[]): vscode.Diagnostic[] {
  const information = (message: string) =>
    diagnosticOf(message, vscode.DiagnosticSeverity.Information);
  return programs.flatMap(({ address, name, problems }) => [
    ...(address === null
      ? [
          information(
            t(
              'The address of {0} is unknown, so this IDL names nothing. Add it to the file, to Anchor.toml or as declare_id!.',
              name,
            ),
          ),
        ]
      : []),
    ...problems.map(information),
  ]);
}

/** Of a file that is not read. */
export const unreadDiagnostic = (message: string): vscode.Diagnostic =>
  diagnosticOf(message, vscode.DiagnosticSeverity.Warning);

function diagnosticOf(message: string, severity: vscode.DiagnosticSeverity): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message, severity);
  diagnostic.source = 'Arbscope';
  return diagnostic;
}

export const omittedMessage = (): string =>
  t(
    'Arbscope reads the first {0} IDL files of a workspace, by path. This one and all after it name nothing.',
    maxIdlFiles,
  );

export const tooLargeMessage = (): string =>
  t(
    'Arbscope does not look for an IDL in a file of more than {0} MB. This one names nothing.',
    maxIdlFileBytes / 1e6,
  );
