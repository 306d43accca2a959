import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { transactionDocument } from '../../solana/landing/transactionDocument.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { DisposableStore } from '../base/disposable.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import { responseJson } from '../ui/responseJson.ts';
import { parseSerializedTransaction, serializedTransactionAt } from './serializedTransaction.ts';

const scheme = 'arbscope-wire';

/** Command "Inspect Serialized Transaction": opens its parts as a read-only JSON document. */
export class InspectTransactionCommand
  extends DisposableStore
  implements vscode.TextDocumentContentProvider
{
  /** Texts of the open documents by path. */
  readonly #texts = new Map<string, string>();
  #openedCount = 0;

  constructor() {
    super();
    this.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.path);
      }),
    );
    this.add(registerCommand('arbscope.inspectTransaction', (given) => this.#run(given)));
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return (
      this.#texts.get(path) ??
      t('This transaction is no longer available. Inspect it again in its source.')
    );
  }

  async #run(given: unknown): Promise<void> {
    const found =
      typeof given === 'string' ? parseSerializedTransaction(given) : transactionUnderCursor();
    if (found === null) {
      void vscode.window.showWarningMessage(
        t('No serialized transaction (Base64 or Base58) at the cursor.'),
      );
      return;
    }
    this.#openedCount += 1;
    const [payer = ''] = found.transaction.staticKeys;
    const path = `/${this.#openedCount}/transaction of ${shortAddress(payer)}.json`;
    this.#texts.set(path, responseJson(transactionDocument(found)));
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }));
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    await vscode.window.showTextDocument(document, { preview: true });
  }
}

function transactionUnderCursor() {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return null;
  return serializedTransactionAt(editor.document, editor.selection.start)?.found ?? null;
}
