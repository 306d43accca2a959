import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { registerCommand } from '../commandsAndSettings.ts';
import type { Disposable } from '../disposable.ts';
import { type ParsedSignature, parseSignature, secretKeyWarning } from './parseSignature.ts';

/**
 * The command "Look Up Transaction…".
 *
 * @param open Shows a transaction, and errors of its own.
 */
export const registerLookUpTransaction = (open: (signature: string) => void): Disposable =>
  registerCommand('arbscope.lookUpTransaction', async (given) => {
    // Other extensions, links and keybindings may give anything as the signature.
    const text = typeof given === 'string' ? given : await promptForSignature();
    if (text === undefined) return;
    const parsed = parseSignature(text);
    if (parsed.kind === 'signature') return open(parsed.signature);
    void vscode.window.showWarningMessage(toValidationMessage(parsed)?.message ?? '');
  });

const missingSignature = t('Enter the signature of an arbitrage transaction');

function promptForSignature(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: t('Look Up Transaction'),
    prompt: missingSignature,
    placeHolder: t('Base58, 87 or 88 characters'),
    validateInput: (text) => toValidationMessage(parseSignature(text)),
  });
}

/** What is wrong as one types. */
function toValidationMessage(read: ParsedSignature): vscode.InputBoxValidationMessage | undefined {
  const severities = vscode.InputBoxValidationSeverity;
  switch (read.kind) {
    case 'signature':
      return undefined;
    case 'empty':
      return { message: missingSignature, severity: severities.Info };
    case 'secret-key':
      return { message: secretKeyWarning, severity: severities.Error };
    case 'wrong':
      return { message: read.reason, severity: severities.Error };
  }
}
