import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { registerCommand } from '../commandsAndSettings.ts';
import type { Disposable } from '../disposable.ts';
import { type ParsedSignature, parseSignature, secretKeyWarning } from './parseSignature.ts';

/** The command "Look Up Transaction…". */
export class LookUpTransactionCommand implements Disposable {
  readonly #open: (signature: string) => void;
  readonly #command: Disposable;

  /** @param open Shows a transaction; it tells what comes of it by itself. */
  constructor(open: (signature: string) => void) {
    this.#open = open;
    this.#command = registerCommand('arbscope.lookUpTransaction', (given) => this.#run(given));
  }

  dispose(): void {
    this.#command.dispose();
  }

  /** Other extensions, links and keybindings may give anything as the signature. */
  async #run(given: unknown): Promise<void> {
    const text = typeof given === 'string' ? given : await promptForSignature();
    if (text === undefined) return;
    const read = parseSignature(text);
    if (read.kind === 'signature') this.#open(read.signature);
    else
      void vscode.window.showWarningMessage(
        toValidationMessage(read)?.message ?? t('A signature is missing.'),
      );
  }
}

function promptForSignature(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: t('Look Up Transaction'),
    prompt: t('Signature of an arbitrage transaction'),
    placeHolder: t('Base58, 87 or 88 characters'),
    validateInput: (text) => toValidationMessage(parseSignature(text)),
  });
}

/** What is wrong as one types; nothing is said of an empty box, but it is not accepted either. */
function toValidationMessage(read: ParsedSignature): vscode.InputBoxValidationMessage | undefined {
  const severities = vscode.InputBoxValidationSeverity;
  switch (read.kind) {
    case 'signature':
      return undefined;
    case 'empty':
      return { message: t('Enter or paste a signature.'), severity: severities.Info };
    case 'secret-key':
      return { message: secretKeyWarning, severity: severities.Error };
    case 'wrong':
      return { message: read.reason, severity: severities.Error };
  }
}
