import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import { wireDocument } from '../../solana/wireDocument.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { registerCommand } from '../register.ts';
import { answerJson } from '../transaction/answerJson.ts';
import { readTransactionText, transactionAt } from './transactionText.ts';

const scheme = 'arbscope-wire';

/** The command "Inspect Serialized Transaction": its parts as a read-only JSON document. */
export class InspectTransaction implements vscode.TextDocumentContentProvider, Disposable {
  readonly #own = new DisposableList();
  /** Of the documents that are open, by their path. */
  readonly #texts = new Map<string, string>();
  #opened = 0;

  constructor() {
    this.#own.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#own.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.path);
      }),
    );
    this.#own.add(registerCommand('arbscope.inspectTransaction', (given) => this.#run(given)));
  }

  dispose(): void {
    this.#own.dispose();
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return (
      this.#texts.get(path) ?? t('This transaction is not kept; inspect it in its source again.')
    );
  }

  async #run(given: unknown): Promise<void> {
    const found = typeof given === 'string' ? readTransactionText(given) : transactionUnderCursor();
    if (found === null) {
      void vscode.window.showWarningMessage(
        t('There is no serialized transaction (Base64 or Base58) at the cursor.'),
      );
      return;
    }
    this.#opened += 1;
    const [payer = ''] = found.transaction.staticKeys;
    const path = `/${this.#opened}/transaction of ${shortAddress(payer)}.json`;
    this.#texts.set(path, answerJson(wireDocument(found)));
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }));
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    await vscode.window.showTextDocument(document, { preview: true });
  }
}

function transactionUnderCursor() {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return null;
  return transactionAt(editor.document, editor.selection.start)?.found ?? null;
}
