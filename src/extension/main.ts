import * as vscode from 'vscode';
import { channelService } from './connection/channelService.ts';
import { ConnectionCommands } from './connection/connectionCommands.ts';
import { MarketConnection } from './connection/marketConnection.ts';
import { openChannel } from './connection/openChannel.ts';
import { OpenedConnection } from './connection/openedConnection.ts';
import { Panels } from './panels/panels.ts';
import { transactionPanel } from './panels/transactionPanel.ts';
import { type TestAccess, testAccess } from './testAccess.ts';
import { LookUpTransaction } from './transaction/lookUpTransaction.ts';
import { TransactionDocuments } from './transaction/transactionDocuments.ts';
import { simulatedSource } from './views/finderAnswer.ts';
import { FinderView } from './views/finderView.ts';

let connection: MarketConnection | null = null;

/** Builds the parts in their order; nothing here decides anything. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const { subscriptions } = context;
  const own = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const source = simulatedSource;
  const log = own(vscode.window.createOutputChannel('Arbscope', { log: true }));
  const open = openChannel({
    marketFile: context.asAbsolutePath('dist/market.js'),
    storageFolder: context.globalStorageUri.fsPath,
    version: String(context.extension.packageJSON.version),
    log,
  });
  const market = own(new MarketConnection({ open, log }));
  connection = market;
  const sandbox = new OpenedConnection(market, async () => ({ kind: 'sandbox' }));
  const service = channelService(sandbox);
  own(new ConnectionCommands(market, log));
  const finder = own(new FinderView({ service, connection: market, source, log }));
  const documents = own(new TransactionDocuments({ service, source }));
  const root = context.extensionUri;
  const transactions = own(
    new Panels({ kind: transactionPanel({ service, documents, source }), root, log }),
  );
  own(new LookUpTransaction((signature) => transactions.open({ signature })));
  return testAccess(context, { finder, connection: market, transactions });
}

/** Awaited by the editor, so that the market process hears that the window goes. */
export const deactivate = (): Promise<void> | undefined => connection?.close();
