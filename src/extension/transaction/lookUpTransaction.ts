import * as vscode from 'vscode';
import { MarketError } from '../../interface/marketError.ts';
import type { Disposable } from '../disposable.ts';
import type { Log } from '../log.ts';
import { registerCommand, runCommand } from '../register.ts';
import { readSignature, type SignatureText, secretKeyWarning } from './signatureText.ts';
import type { TransactionDocuments } from './transactionDocuments.ts';

/** The command "Look Up Transaction…". */
export class LookUpTransaction implements Disposable {
  readonly #documents: TransactionDocuments;
  readonly #log: Log;
  readonly #command: Disposable;

  constructor(documents: TransactionDocuments, log: Log) {
    this.#documents = documents;
    this.#log = log;
    this.#command = registerCommand('arbscope.lookUpTransaction', (given) => this.#run(given));
  }

  dispose(): void {
    this.#command.dispose();
  }

  /** Other extensions, links and keybindings may give anything as the signature. */
  async #run(given: unknown): Promise<void> {
    const text = typeof given === 'string' ? given : await askForSignature();
    if (text === undefined) return;
    const read = readSignature(text);
    if (read.kind === 'signature') return await this.#open(read.signature);
    void vscode.window.showWarningMessage(complaint(read)?.message ?? 'A signature is missing.');
  }

  async #open(signature: string): Promise<void> {
    try {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: 'Arbscope: looking the transaction up' },
        () => this.#documents.open(signature, AbortSignal.timeout(limitMilliseconds)),
      );
    } catch (error) {
      await this.#tell(error, signature);
    }
  }

  async #tell(error: unknown, signature: string): Promise<void> {
    if (MarketError.is(error, 'not-found')) {
      void vscode.window.showInformationMessage(error.message);
      return;
    }
    const message = MarketError.is(error, 'cancelled')
      ? `no answer within ${limitMilliseconds / 1_000} s.`
      : wordsOf(error);
    this.#log.warn(`Looking ${signature} up: ${message}`);
    const again = 'Try Again';
    const showLog = 'Show Log';
    const shown = `The transaction could not be looked up: ${message}`;
    const choice = await vscode.window.showErrorMessage(shown, again, showLog);
    if (choice === again) await this.#open(signature);
    if (choice === showLog) await runCommand('arbscope.showLog');
  }
}

/** Longer than a Sandbox takes to start on a slow machine. */
const limitMilliseconds = 60_000;

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function askForSignature(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Look Up Transaction',
    prompt: 'Signature of an arbitrage transaction',
    placeHolder: 'Base58, 87 or 88 characters',
    validateInput: (text) => complaint(readSignature(text)),
  });
}

/** What is wrong as one types; nothing is said of an empty box, but it is not accepted either. */
function complaint(read: SignatureText): vscode.InputBoxValidationMessage | undefined {
  const severities = vscode.InputBoxValidationSeverity;
  switch (read.kind) {
    case 'signature':
      return undefined;
    case 'empty':
      return { message: 'Enter or paste a signature.', severity: severities.Info };
    case 'secret-key':
      return { message: secretKeyWarning, severity: severities.Error };
    case 'wrong':
      return { message: read.reason, severity: severities.Error };
  }
}
