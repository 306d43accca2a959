import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isSignature } from '../../solana/isSignature.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { withSignal } from '../base/cancellation.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { responseJson } from '../ui/responseJson.ts';
import { findRecordedExample } from './findRecordedExample.ts';

const scheme = 'arbscope';

export class TransactionDocuments
  extends DisposableStore
  implements vscode.TextDocumentContentProvider
{
  /** The connection's name is part of every document's title. */
  readonly #active: Pick<ActiveConnection, 'service' | 'current'>;
  readonly #recentResponses: Pick<RecentResponses, 'addTransaction'>;
  readonly #texts = new Map<string, string>();

  constructor(
    active: Pick<ActiveConnection, 'service' | 'current'>,
    recentResponses: Pick<RecentResponses, 'addTransaction'>,
  ) {
    super();
    this.#active = active;
    this.#recentResponses = recentResponses;
    this.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** Throws a MarketError. */
  async open(signature: string, signal: AbortSignal): Promise<void> {
    const uri = await this.#uri(signature);
    this.#texts.set(uri.toString(), await this.#fetch(signature, signal));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** Requests the document again after a reload of the window. */
  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const known = this.#texts.get(uri.toString());
    if (known !== undefined) return known;
    // Not `parseSignature`, which would load the scanner of source into the start.
    const signature = uri.path.split('/').at(-2) ?? '';
    if (!isSignature(signature)) throw new Error(t('This link has no transaction signature.'));
    // Never show one connection's response under another's name.
    if (uri.path !== (await this.#uri(signature)).path) {
      throw new Error(
        t('This document is from another connection. Switch to it, then reopen the document.'),
      );
    }
    return await withSignal(token, (signal) => this.#fetch(signature, signal));
  }

  async #fetch(signature: string, signal: AbortSignal): Promise<string> {
    const recorded = await findRecordedExample(signature);
    if (recorded !== null) return responseJson(recorded.detail);
    const detail = await this.#active.service.transaction({ signature }, { signal });
    this.#recentResponses.addTransaction(detail);
    return responseJson(detail);
  }

  /** `arbscope:/<signature>/transaction <short> (Sandbox).json`; the last part is the title. */
  async #uri(signature: string): Promise<vscode.Uri> {
    const isRecorded = (await findRecordedExample(signature)) !== null;
    const source = isRecorded ? 'recorded' : this.#active.current.name;
    const title = `transaction ${shortAddress(signature)} (${source}).json`;
    return vscode.Uri.from({ scheme, path: `/${signature}/${title}` });
  }
}
