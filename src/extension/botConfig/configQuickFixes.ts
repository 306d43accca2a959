import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TextChange } from '../../botConfig/model.ts';
import type { ConfigDiagnostic, ConfigDiagnostics } from './configDiagnostics.ts';
import type { ConfigDocuments, ReadDocument } from './configDocuments.ts';
import { fixTitle } from './problemTexts.ts';

export const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('arbscope');

export interface ConfigQuickFixOptions {
  readonly documents: Pick<ConfigDocuments, 'read' | 'edit'>;
  readonly diagnostics: Pick<ConfigDiagnostics, 'inRange' | 'of' | 'shown'>;
}

/** Fixes that are certainly right. Other changes are shown as a diff first. */
export const configQuickFixProvider = ({
  documents,
  diagnostics,
}: ConfigQuickFixOptions): vscode.CodeActionProvider => ({
  async provideCodeActions(document, range, { only }) {
    if (diagnostics.of(document).length === 0) return [];
    // Ranges of an older version would be wrong.
    const found = await documents.read(document);
    if (found === null) return [];
    await diagnostics.shown(document);
    const isCurrent = ({ version }: ConfigDiagnostic) => version === document.version;
    const actions: vscode.CodeAction[] = [];
    if (only === undefined || only.contains(vscode.CodeActionKind.QuickFix)) {
      for (const diagnostic of diagnostics.inRange(document, range).filter(isCurrent)) {
        const action = await createFix(document, diagnostic, found, documents);
        if (action !== null) actions.push(action);
      }
    }
    if (only?.contains(fixAllKind) === true) {
      const action = fixAll(document, diagnostics.of(document).filter(isCurrent), found);
      if (action !== null) actions.push(action);
    }
    return actions;
  },
});

async function createFix(
  document: vscode.TextDocument,
  diagnostic: ConfigDiagnostic,
  found: ReadDocument,
  documents: Pick<ConfigDocuments, 'edit'>,
): Promise<vscode.CodeAction | null> {
  const { fix, code, range } = diagnostic.problem;
  if (code === 'dead-pool') {
    const pool = document.getText(diagnostic.range);
    const changes = await documents.edit(document, { kind: 'remove-pools', pools: [pool] });
    // The pool may not stay dead, so this is never the preferred fix.
    return changes.length === 0
      ? null
      : createAction(document, t('Remove pool'), found, changes, [diagnostic]);
  }
  if (fix === null || range.end < range.start) return null;
  const title = fixTitle(fix, code);
  const action = createAction(document, title, found, fix.changes, [diagnostic]);
  action.isPreferred = true;
  return action;
}

/** Applies all certain fixes; of overlapping ones only the first, so that the text stays valid. */
function fixAll(
  document: vscode.TextDocument,
  diagnostics: readonly ConfigDiagnostic[],
  found: ReadDocument,
): vscode.CodeAction | null {
  const fixed: ConfigDiagnostic[] = [];
  const taken: TextChange[] = [];
  for (const diagnostic of diagnostics) {
    const changes = diagnostic.problem.fix?.changes ?? [];
    if (changes.length === 0 || changes.some((each) => overlapsAny(each, taken))) continue;
    taken.push(...changes);
    fixed.push(diagnostic);
  }
  if (fixed.length === 0) return null;
  const title = t('Fix all bot config problems');
  const action = createAction(document, title, found, taken, fixed);
  action.kind = fixAllKind;
  return action;
}

const overlapsAny = (
  { range: { start, end } }: TextChange,
  taken: readonly TextChange[],
): boolean => taken.some(({ range }) => start <= range.end && range.start <= end);

function createAction(
  { uri }: vscode.TextDocument,
  title: string,
  { lines }: ReadDocument,
  changes: readonly TextChange[],
  diagnostics: readonly ConfigDiagnostic[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [...diagnostics];
  action.edit = new vscode.WorkspaceEdit();
  for (const { range, text } of changes) action.edit.replace(uri, lines.toRange(range), text);
  return action;
}
