import * as vscode from 'vscode';

const clipboardMilliseconds = 1_000;

/** Empty if the clipboard cannot be read: a browser may prompt the user first, or never respond. */
export async function readClipboard(): Promise<string> {
  const timeout = new Promise<string>((resolve) => {
    setTimeout(() => resolve(''), clipboardMilliseconds);
  });
  try {
    return await Promise.race([vscode.env.clipboard.readText(), timeout]);
  } catch {
    return '';
  }
}
