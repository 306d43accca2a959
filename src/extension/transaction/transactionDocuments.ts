import * as vscode from 'vscode';
import type { MarketService } from '../../interface/marketService.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { answerJson } from './answerJson.ts';
import { readSignature } from './signatureText.ts';

const scheme = 'arbscope';

export interface TransactionDocumentsOptions {
  readonly service: Pick<MarketService, 'transaction'>;
  /** Name of the connection, part of every document's title. */
  readonly source: string;
}

/** Answers of the transaction operation as read-only JSON documents. */
export class TransactionDocuments implements vscode.TextDocumentContentProvider, Disposable {
  readonly #options: TransactionDocumentsOptions;
  readonly #own = new DisposableList();
  /** Answers of the documents that are open, by their URI. */
  readonly #texts = new Map<string, string>();

  constructor(options: TransactionDocumentsOptions) {
    this.#options = options;
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
    if (given.kind !== 'signature') throw new Error('This link leads to no transaction.');
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
    return answerJson(await this.#options.service.transaction({ signature }, { signal }));
  }

  /** `arbscope:/<signature>/transaction <short> (Sandbox).json`; the last part is the title. */
  #uri(signature: string): vscode.Uri {
    const title = `transaction ${shortAddress(signature)} (${this.#options.source}).json`;
    return vscode.Uri.from({ scheme, path: `/${signature}/${title}` });
  }
}
