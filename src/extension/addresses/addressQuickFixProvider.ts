import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Disposable } from '../disposable.ts';
import type { AddressDiagnostics, ProblemDiagnostic } from './addressDiagnostics.ts';
import { secretReference, secretVariableName } from './secretReference.ts';

/** The quick fixes of this extension's warnings. */
export class AddressQuickFixProvider implements vscode.CodeActionProvider, Disposable {
  readonly #diagnostics: Pick<AddressDiagnostics, 'forDocument'>;
  readonly #registration: Disposable;

  constructor(diagnostics: Pick<AddressDiagnostics, 'forDocument'>) {
    this.#diagnostics = diagnostics;
    this.#registration = vscode.languages.registerCodeActionsProvider('*', this, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    });
  }

  dispose(): void {
    this.#registration.dispose();
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    return this.#diagnostics
      .forDocument(document.uri)
      .filter((diagnostic) => diagnostic.range.intersection(range) !== undefined)
      .flatMap((diagnostic) => createFix(document, diagnostic) ?? []);
  }
}

function createFix(
  document: vscode.TextDocument,
  diagnostic: ProblemDiagnostic,
): vscode.CodeAction | null {
  const { kind, suggestion, encoding } = diagnostic.problem;
  if (kind === 'secret-key') {
    return createSecretFix(document, diagnostic, encoding ?? 'base58');
  }
  if (suggestion === null) return null;
  const title = t(
    'Replace by the address of {0} ({1})',
    suggestion.name,
    shortAddress(suggestion.address),
  );
  return replacementAction(document, diagnostic, {
    title,
    range: diagnostic.range,
    text: suggestion.address,
  });
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
    range: isExpression && form === 'base58' ? includeQuotes(document, range) : range,
    text,
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

interface Replacement {
  readonly title: string;
  readonly range: vscode.Range;
  readonly text: string;
}

function replacementAction(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  { title, range, text }: Replacement,
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.isPreferred = diagnostic.code !== 'look-alike';
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  return action;
}
