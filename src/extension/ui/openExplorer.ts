import * as vscode from 'vscode';
import { explorerUrl } from '../base/explorerUrl.ts';
import { readSetting } from '../contributions/commandsAndSettings.ts';

/** Call only after a click. */
export async function openExplorer(what: 'transaction' | 'address', id: string): Promise<void> {
  const url = explorerUrl(readSetting('arbscope.explorer'), what, id);
  if (url !== null) await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
