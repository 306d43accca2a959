import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Retries: the editor cancels the request if another extension registers a provider meanwhile. */
async function quickFixesAt(uri: vscode.Uri, range: vscode.Range): Promise<vscode.CodeAction[]> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
    } catch (error) {
      if (!/Canceled/.test(String(error)) || attempts === 10) throw error;
    }
  }
}

/** Applies the edit of a diagnostic's quick fix. */
export async function applyFix(
  document: vscode.TextDocument,
  { range }: vscode.Diagnostic,
  title: RegExp,
): Promise<void> {
  const actions = await quickFixesAt(document.uri, range);
  const action = actions.find((each) => title.test(each.title));
  assert.ok(action?.edit !== undefined, `no fix among ${actions.map((each) => each.title).join()}`);
  await vscode.workspace.applyEdit(action.edit);
}
