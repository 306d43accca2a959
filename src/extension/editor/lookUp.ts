import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableList } from '../disposable.ts';
import { registerCommand, runCommand } from '../register.ts';
import { secretKeyWarning } from '../transaction/signatureText.ts';
import { rowAddress } from '../views/treeRow.ts';
import type { AddressMenu } from './addressMenu.ts';
import { type Askable, askable } from './askable.ts';
import { foundInSelection } from './documentText.ts';
import { transactionAt } from './transactionText.ts';

/** The command "Look Up Address or Signature", and the copying that hovers offer. */
export class LookUp implements Disposable {
  readonly #menu: AddressMenu;
  readonly #own = new DisposableList();

  constructor(menu: AddressMenu) {
    this.#menu = menu;
    this.#own.add(registerCommand('arbscope.lookUp', (given) => this.#run(given)));
    this.#own.add(registerCommand('arbscope.copyAddress', (given) => copy(given)));
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** Links, keybindings and other extensions may give anything. */
  async #run(given: unknown): Promise<void> {
    const named = textOf(given);
    if (named !== null) return await this.#open(askable(named));
    const editor = vscode.window.activeTextEditor;
    // What is selected of a key is part of the whole one: a half of a secret key is no address.
    const found =
      editor === undefined
        ? null
        : foundInSelection(editor.document, editor.selection.start, editor.selection.end);
    if (found?.kind === 'secret-key') {
      void vscode.window.showWarningMessage(secretKeyWarning);
      return;
    }
    if (found !== null) return await this.#open(askable(found.text));
    if (editor !== undefined) {
      const transaction = transactionAt(editor.document, editor.selection.start);
      if (transaction !== null) {
        return await runCommand('arbscope.inspectTransaction', transaction.found.text);
      }
    }
    const typed = await askForText();
    if (typed !== undefined) await this.#open(askable(typed));
  }

  async #open(subject: Askable | null): Promise<void> {
    if (subject === null) {
      void vscode.window.showWarningMessage(t('This is neither an address nor a signature.'));
    } else if (subject.kind === 'signature') {
      await runCommand('arbscope.lookUpTransaction', subject.text);
    } else {
      await this.#menu.show(subject.text);
    }
  }
}

/** A text, or the address of a tree's row. */
const textOf = (given: unknown): string | null =>
  typeof given === 'string' ? given : rowAddress(given);

function askForText(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: t('Look Up Address or Signature'),
    prompt: t('An address (mint, wallet, pool, program) or a transaction’s signature'),
    placeHolder: 'Base58',
    validateInput: (text) =>
      text.trim() === '' || askable(text) !== null
        ? undefined
        : t('This is neither an address nor a signature.'),
  });
}

/** Only what is an address or a signature, so that no link can put anything else there. */
async function copy(given: unknown): Promise<void> {
  const subject = askable(textOf(given) ?? '');
  if (subject === null) return;
  await vscode.env.clipboard.writeText(subject.text);
  vscode.window.setStatusBarMessage(
    subject.kind === 'address' ? t('Address copied') : t('Signature copied'),
    2_000,
  );
}
