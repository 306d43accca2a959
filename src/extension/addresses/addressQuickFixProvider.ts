import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AddressDiagnostics, ProblemDiagnostic } from './addressDiagnostics.ts';
import { secretReference, secretVariableName } from './secretReference.ts';

export const addressQuickFixProvider = (
  diagnostics: Pick<AddressDiagnostics, 'inRange'>,
): vscode.CodeActionProvider => ({
  provideCodeActions: (document, range) =>
    diagnostics
      .inRange(document, range)
      .flatMap((diagnostic) => createFix(document, diagnostic) ?? []),
});

function createFix(
  document: vscode.TextDocument,
  diagnostic: ProblemDiagnostic,
): vscode.CodeAction | null {
  const { kind, suggestion, encoding = 'base58' } = diagnostic.problem;
  if (suggestion !== null) {
    const title = t('Replace with {0}', suggestion.name);
    return replacementAction(document, diagnostic, title, suggestion.address);
  }
  // Other forms include code, which a replacement would break. A program derives a key from a phrase.
  if (kind !== 'secret-key' || encoding === 'other' || encoding === 'seed-phrase') return null;
  const { text, isExpression } = secretReference(document.languageId, encoding);
  const title = t('Replace with environment variable {0}', secretVariableName);
  const range =
    isExpression && encoding === 'base58'
      ? includeQuotes(document, diagnostic.range)
      : diagnostic.range;
  return replacementAction(document, diagnostic, title, text, range);
}

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
  title: string,
  text: string,
  range = diagnostic.range,
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.isPreferred = diagnostic.code !== 'look-alike';
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  return action;
}
