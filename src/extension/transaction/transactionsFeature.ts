import type * as vscode from 'vscode';
import type {
  TransactionContent,
  TransactionPageRequest,
  TransactionState,
} from '../../webview/messages/transaction.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import type { TransactionDocuments } from './transactionDocuments.ts';
import { TransactionLoader, type TransactionLoaderOptions } from './transactionLoader.ts';
import { createTransactionPanel } from './transactionPanel.ts';

export interface TransactionsFeatureOptions extends Omit<TransactionLoaderOptions, 'active'> {
  readonly active: ActiveConnection;
  readonly documents: Pick<TransactionDocuments, 'open'>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export class TransactionsFeature extends DisposableStore {
  readonly loader: TransactionLoader;
  readonly panels: PanelManager<TransactionState, TransactionContent, TransactionPageRequest>;

  constructor({ documents, extensionUri, log, ...options }: TransactionsFeatureOptions) {
    super();
    this.loader = new TransactionLoader(options);
    this.panels = this.add(
      new PanelManager({
        kind: createTransactionPanel(this.loader, documents),
        extensionUri,
        log,
        errorContext: () => getErrorContext(options.active),
      }),
    );
  }
}
