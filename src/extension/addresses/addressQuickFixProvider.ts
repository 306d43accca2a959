import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { AddressDiagnostics, ProblemDiagnostic } from './addressDiagnostics.ts';
import { secretReference, secretVariableName } from './secretReference.ts';

export const addressQuickFixProvider = (
  diagnostics: Pick<AddressDiagnostics, 'forDocument'>,
): vscode.CodeActionProvider => ({
  provideCodeActions: (document, range) =>
    diagnostics
      .forDocument(document.uri)
      .filter((diagnostic) => diagnostic.range.intersection(range) !== undefined)
      .flatMap((diagnostic) => createFix(document, diagnostic) ?? []),
});

function createFix(
  document: vscode.TextDocument,
  diagnostic: ProblemDiagnostic,
): vscode.CodeAction | null {
  const { kind, suggestion, encoding } = diagnostic.problem;
  if (kind === 'secret-key') {
    return createSecretFix(document, diagnostic, encoding ?? 'base58');
  }
  if (suggestion === null) return null;
  const { name, address } = suggestion;
  const title = t('Replace by the address of {0} ({1})', name, shortAddress(address));
  return replacementAction(document, diagnostic, { title, text: address });
}

function createSecretFix(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  form: 'base58' | 'bytes',
): vscode.CodeAction {
  const { text, isExpression } = secretReference(document.languageId, form);
  const { range } = diagnostic;
  return replacementAction(document, diagnostic, {
    title: t('Replace by a reference to the environment variable {0}', secretVariableName),
    text,
    ...(isExpression && form === 'base58' ? { range: includeQuotes(document, range) } : {}),
  });
}

/** The range with the quotes around it, where there are any. */
function includeQuotes(document: vscode.TextDocument, range: vscode.Range): vscode.Range {
  if (range.start.character === 0) return range;
  const wider = new vscode.Range(range.start.translate(0, -1), range.end.translate(0, 1));
  const text = document.getText(wider);
  const [first] = text;
  return first !== undefined && `"'\``.includes(first) && text.endsWith(first) ? wider : range;
}

function replacementAction(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  {
    title,
    text,
    range = diagnostic.range,
  }: { readonly title: string; readonly text: string; readonly range?: vscode.Range },
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.isPreferred = diagnostic.code !== 'look-alike';
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  return action;
}
