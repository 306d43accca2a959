import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { transactionDocument } from '../../solana/landing/transactionDocument.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { isWritable, type WireTransaction } from '../../solana/wireTransaction.ts';
import { DisposableStore } from '../base/disposable.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import type { NamedInstruction, WorkspaceIdls } from '../idl/workspaceIdls.ts';
import { responseJson } from '../ui/responseJson.ts';
import {
  parseSerializedTransaction,
  type SerializedTransaction,
  serializedTransactionAt,
} from './serializedTransaction.ts';

const scheme = 'arbscope-wire';

/** Command "Inspect Serialized Transaction": opens its parts as a read-only JSON document. */
export class InspectTransactionCommand
  extends DisposableStore
  implements vscode.TextDocumentContentProvider
{
  /** Texts of the open documents by path. */
  readonly #texts = new Map<string, string>();
  #openedCount = 0;

  readonly #idls: Pick<WorkspaceIdls, 'nameInstructions'>;

  constructor(idls: Pick<WorkspaceIdls, 'nameInstructions'>) {
    super();
    this.#idls = idls;
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
    const names = await this.#nameInstructions(found);
    this.#texts.set(path, responseJson(transactionDocument(found, names)));
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }));
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** None if the backend does not respond: the document shows the bytes. */
  async #nameInstructions({ transaction }: SerializedTransaction) {
    try {
      return await this.#idls.nameInstructions(instructionsToName(transaction));
    } catch {
      return [];
    }
  }
}

/** Accounts from lookup tables are not resolved; programs cannot come from there. */
const instructionsToName = (transaction: WireTransaction): NamedInstruction[] =>
  transaction.instructions.map(({ programIndex, accountIndexes, data }) => ({
    program: transaction.staticKeys[programIndex] ?? '',
    data: Buffer.from(data).toString('base64'),
    accounts: accountIndexes.map((index) => ({
      address: transaction.staticKeys[index] ?? null,
      isWritable: isWritable(transaction, index),
      isSigner: index < transaction.requiredSignatures,
    })),
  }));

function transactionUnderCursor() {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return null;
  return serializedTransactionAt(editor.document, editor.selection.start)?.found ?? null;
}
