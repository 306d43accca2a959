import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import { withSignal } from '../cancellation.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import { DisposableStore } from '../disposable.ts';
import { responseJson } from '../ui/responseJson.ts';
import { parseSignature } from './parseSignature.ts';

const scheme = 'arbscope';

/** Answers of the transaction operation as read-only JSON documents. */
export class TransactionDocuments
  extends DisposableStore
  implements vscode.TextDocumentContentProvider
{
  /** Its name is part of every document's title. */
  readonly #active: Pick<ActiveConnection, 'service' | 'current'>;
  /** Answers of the documents that are open, by their URI. */
  readonly #texts = new Map<string, string>();

  constructor(active: Pick<ActiveConnection, 'service' | 'current'>) {
    super();
    this.#active = active;
    this.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** Opens a transaction's answer. Throws a MarketError. */
  async open(signature: string, signal: AbortSignal): Promise<void> {
    const uri = this.#uri(signature);
    this.#texts.set(uri.toString(), await this.#fetch(signature, signal));
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
    const given = parseSignature(uri.path.split('/').at(-2) ?? '');
    if (given.kind !== 'signature') throw new Error(t('This link leads to no transaction.'));
    // What one connection answers never stands under the name of another.
    if (uri.path !== this.#uri(given.signature).path) {
      throw new Error(t('Another connection answered this. Switch to it, then open this again.'));
    }
    return await withSignal(token, (signal) => this.#fetch(given.signature, signal));
  }

  async #fetch(signature: string, signal: AbortSignal): Promise<string> {
    return responseJson(await this.#active.service.transaction({ signature }, { signal }));
  }

  /** `arbscope:/<signature>/transaction <short> (Sandbox).json`; the last part is the title. */
  #uri(signature: string): vscode.Uri {
    const title = `transaction ${shortAddress(signature)} (${this.#active.current.name}).json`;
    return vscode.Uri.from({ scheme, path: `/${signature}/${title}` });
  }
}
