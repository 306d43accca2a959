import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SaveMessage } from '../../../webview/messages.ts';
import { exportBytes, exportFileName } from './exportFile.ts';

/** Resolves with the file's name, or null if cancelled. Throws an Error if it cannot be written. */
export async function saveExport(message: SaveMessage): Promise<string | null> {
  const bytes = exportBytes(message);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = exportFileName(message);
  const uri = await vscode.window.showSaveDialog({
    title: t('Save As'),
    filters: { [message.format.toUpperCase()]: [message.format] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (uri === undefined) return null;
  await vscode.workspace.fs.writeFile(uri, bytes);
  return uri.path.split('/').at(-1) ?? name;
}
