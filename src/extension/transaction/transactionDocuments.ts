import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { answerJson } from './answerJson.ts';
import { readSignature } from './signatureText.ts';

const scheme = 'arbscope';

/** Answers of the transaction operation as read-only JSON documents. */
export class TransactionDocuments implements vscode.TextDocumentContentProvider, Disposable {
  /** Its name is part of every document's title. */
  readonly #active: Pick<ActiveConnection, 'service' | 'current'>;
  readonly #own = new DisposableList();
  /** Answers of the documents that are open, by their URI. */
  readonly #texts = new Map<string, string>();

  constructor(active: Pick<ActiveConnection, 'service' | 'current'>) {
    this.#active = active;
    this.#own.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#own.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** Opens a transaction's answer. Throws a MarketError. */
  async open(signature: string, signal: AbortSignal): Promise<void> {
    const uri = this.#uri(signature);
    this.#texts.set(uri.toString(), await this.#ask(signature, signal));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** A document that comes back with the window is asked for again by its signature. */
  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const known = this.#texts.get(uri.toString());
    if (known !== undefined) return known;
    const given = readSignature(uri.path.split('/').at(-2) ?? '');
    if (given.kind !== 'signature') throw new Error(t('This link leads to no transaction.'));
    // What one connection answers never stands under the name of another.
    if (uri.path !== this.#uri(given.signature).path) {
      throw new Error(t('Another connection answered this. Switch to it, then open this again.'));
    }
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => abort.abort());
    try {
      return await this.#ask(given.signature, abort.signal);
    } finally {
      listening.dispose();
    }
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #ask(signature: string, signal: AbortSignal): Promise<string> {
    return answerJson(await this.#active.service.transaction({ signature }, { signal }));
  }

  /** `arbscope:/<signature>/transaction <short> (Sandbox).json`; the last part is the title. */
  #uri(signature: string): vscode.Uri {
    const title = `transaction ${shortAddress(signature)} (${this.#active.current.name}).json`;
    return vscode.Uri.from({ scheme, path: `/${signature}/${title}` });
  }
}
