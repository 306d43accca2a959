import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Disposable } from '../disposable.ts';
import type { Diagnostics, ProblemDiagnostic } from './diagnostics.ts';
import { secretReference, secretVariable } from './secretReference.ts';

/** The quick fixes of this extension's warnings. */
export class QuickFixes implements vscode.CodeActionProvider, Disposable {
  readonly #diagnostics: Pick<Diagnostics, 'of'>;
  readonly #registered: Disposable;

  constructor(diagnostics: Pick<Diagnostics, 'of'>) {
    this.#diagnostics = diagnostics;
    this.#registered = vscode.languages.registerCodeActionsProvider('*', this, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    });
  }

  dispose(): void {
    this.#registered.dispose();
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    return this.#diagnostics
      .of(document.uri)
      .filter((diagnostic) => diagnostic.range.intersection(range) !== undefined)
      .flatMap((diagnostic) => fixOf(document, diagnostic) ?? []);
  }
}

function fixOf(
  document: vscode.TextDocument,
  diagnostic: ProblemDiagnostic,
): vscode.CodeAction | null {
  const { kind, meant, form } = diagnostic.problem;
  if (kind === 'secret-key') {
    return secretFix(document, diagnostic, form ?? 'base58');
  }
  if (meant === null) return null;
  const title = t('Replace by the address of {0} ({1})', meant.name, shortAddress(meant.address));
  return fix(document, diagnostic, { title, range: diagnostic.range, text: meant.address });
}

function secretFix(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  form: 'base58' | 'bytes',
): vscode.CodeAction {
  const { text, isExpression } = secretReference(document.languageId, form);
  const { range } = diagnostic;
  return fix(document, diagnostic, {
    title: t('Replace by a reference to the environment variable {0}', secretVariable),
    range: isExpression && form === 'base58' ? withQuotes(document, range) : range,
    text,
  });
}

/** The range with the quotes around it, where there are any. */
function withQuotes(document: vscode.TextDocument, range: vscode.Range): vscode.Range {
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

function fix(
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
