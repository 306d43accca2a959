import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { secretKeyWarning } from '../../solana/parseSignature.ts';
import { DisposableStore } from '../base/disposable.ts';
import { executeCommand, registerCommand } from '../contributions/commandsAndSettings.ts';
import { classifyLookup, notALookupMessage } from '../shared/classifyLookup.ts';
import { recognizeInSelection } from '../shared/documentText.ts';
import { rowAddress } from '../ui/treeRow.ts';
import { serializedTransactionAt } from './serializedTransaction.ts';

/** Commands "Look Up Address or Signature" and, for links in hovers, "Copy Address". */
export class LookUpCommand extends DisposableStore {
  readonly #showMenu: (address: string) => Promise<void>;

  constructor(showMenu: (address: string) => Promise<void>) {
    super();
    this.#showMenu = showMenu;
    this.add(registerCommand('arbscope.lookUp', (given) => this.#handleCommand(given)));
    this.add(registerCommand('arbscope.copyAddress', (given) => copyAddress(given)));
    this.add(registerCommand('arbscope.copySignature', (given) => copyAddress(given)));
  }

  /** `given` is untrusted: links, keybindings and other extensions may pass anything. */
  async #handleCommand(given: unknown): Promise<void> {
    const named = textFromArgument(given);
    if (named !== null) return await this.#open(named);
    const editor = vscode.window.activeTextEditor;
    if (editor !== undefined) {
      const { document, selection } = editor;
      // Expands the selection to the whole match: half of a secret key is not an address.
      const found = recognizeInSelection(document, selection.start, selection.end);
      if (found?.kind === 'secret-key') {
        void vscode.window.showWarningMessage(secretKeyWarning);
        return;
      }
      if (found !== null) return await this.#open(found.text);
      const transaction = serializedTransactionAt(document, selection.start);
      if (transaction !== null) {
        return await executeCommand('arbscope.inspectTransaction', transaction.found.text);
      }
    }
    const typed = await askForText();
    if (typed !== undefined) await this.#open(typed);
  }

  async #open(text: string): Promise<void> {
    const subject = classifyLookup(text);
    if (subject === null) {
      void vscode.window.showWarningMessage(notALookupMessage);
    } else if (subject.kind === 'signature') {
      await executeCommand('arbscope.lookUpTransaction', subject.text);
    } else {
      await this.#showMenu(subject.text);
    }
  }
}

const textFromArgument = (given: unknown): string | null =>
  typeof given === 'string' ? given : rowAddress(given);

function askForText(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: t('Look Up Address or Signature'),
    prompt: t('Address of a mint, wallet, pool or program, or transaction signature (Base58)'),
    validateInput: (text) =>
      text.trim() === '' || classifyLookup(text) !== null ? undefined : notALookupMessage,
  });
}

/** Copies only an address or signature, so that a link cannot copy anything else. */
async function copyAddress(given: unknown): Promise<void> {
  const subject = classifyLookup(textFromArgument(given) ?? '');
  if (subject === null) return;
  await vscode.env.clipboard.writeText(subject.text);
  vscode.window.setStatusBarMessage(
    subject.kind === 'address' ? t('Address copied') : t('Signature copied'),
    2_000,
  );
}
