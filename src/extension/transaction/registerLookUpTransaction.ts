import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { registerCommand } from '../commandsAndSettings.ts';
import type { Disposable } from '../disposable.ts';
import { type ParsedSignature, parseSignature, secretKeyWarning } from './parseSignature.ts';

/** The command "Look Up Transaction…"; `open` shows a transaction and its own errors. */
export const registerLookUpTransaction = (open: (signature: string) => void): Disposable =>
  registerCommand('arbscope.lookUpTransaction', async (given) => {
    // Other extensions, links and keybindings may give anything as the signature.
    const text = typeof given === 'string' ? given : await promptForSignature();
    if (text === undefined) return;
    const parsed = parseSignature(text);
    if (parsed.kind === 'signature') open(parsed.signature);
    else void vscode.window.showWarningMessage(problemOf(parsed));
  });

const missingSignature = t('Enter the signature of an arbitrage transaction');

const promptForSignature = (): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    title: t('Look Up Transaction'),
    prompt: missingSignature,
    placeHolder: t('Base58, 87 or 88 characters'),
    validateInput: (text) => {
      const parsed = parseSignature(text);
      if (parsed.kind === 'signature') return undefined;
      const level = vscode.InputBoxValidationSeverity;
      const severity = parsed.kind === 'empty' ? level.Info : level.Error;
      return { message: problemOf(parsed), severity };
    },
  });

function problemOf(parsed: Exclude<ParsedSignature, { readonly kind: 'signature' }>): string {
  if (parsed.kind === 'wrong') return parsed.reason;
  return parsed.kind === 'empty' ? missingSignature : secretKeyWarning;
}
