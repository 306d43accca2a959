import * as vscode from 'vscode';
import { ActiveConnection, placeOfFailure } from './connection/activeConnection.ts';
import { ChosenConnection } from './connection/chosenConnection.ts';
import { ConnectionCommands } from './connection/connectionCommands.ts';
import { ConnectionSecrets } from './connection/connectionSecrets.ts';
import { ConnectionStore } from './connection/connectionStore.ts';
import { sourceWords } from './connection/connections.ts';
import { ConnectionWatch } from './connection/connectionWatch.ts';
import { MarketConnection } from './connection/marketConnection.ts';
import { readNetwork } from './connection/networkReader.ts';
import { openChannel } from './connection/openChannel.ts';
import { ConnectionStatusBar } from './connection/statusBar.ts';
import { MarketMemory, remembering } from './editor/marketMemory.ts';
import { ExportCommands } from './finderExport/exportCommands.ts';
import { PanelCommands } from './panels/panelCommands.ts';
import { Panels } from './panels/panels.ts';
import { TransactionLookUp } from './panels/transactionLookUp.ts';
import { transactionPanel } from './panels/transactionPanel.ts';
import { quickPrompter } from './prompts/quickPrompter.ts';
import { ReplaceablePrompter } from './prompts/replaceablePrompter.ts';
import { type TestAccess, testAccess } from './testAccess.ts';
import { LookUpTransaction } from './transaction/lookUpTransaction.ts';
import { TransactionDocuments } from './transaction/transactionDocuments.ts';
import { FinderView } from './views/finderView.ts';

let connection: MarketConnection | null = null;

/** Builds the parts in their order; nothing here decides anything. */
export async function activate(context: vscode.ExtensionContext): Promise<TestAccess | undefined> {
  const { subscriptions, globalState: user, workspaceState: workspace } = context;
  const own = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('Arbscope', { log: true }));
  const open = openChannel({
    marketFile: context.asAbsolutePath('dist/market.js'),
    storageFolder: context.globalStorageUri.fsPath,
    version: String(context.extension.packageJSON.version),
    log,
  });
  const market = own(new MarketConnection({ open, log }));
  connection = market;
  const memory = new MarketMemory();
  const store = own(new ConnectionStore(log));
  const secrets = new ConnectionSecrets(context.secrets);
  const active: ActiveConnection = own(
    new ActiveConnection({
      market,
      store,
      secrets,
      chosen: new ChosenConnection({ workspace, user }),
      network: readNetwork,
      isTrusted: () => vscode.workspace.isTrusted,
      observe: (service) => remembering(service, memory, () => sourceWords(active.current)),
    }),
  );
  own(new ConnectionWatch(active, context.secrets));
  const prompter = new ReplaceablePrompter(quickPrompter);
  own(new ConnectionCommands({ market, store, secrets, active, prompter, log }));
  const statusBar = own(new ConnectionStatusBar(active));
  const finder = own(new FinderView({ active, log }));
  const exporting = own(new ExportCommands({ finder, prompter, storage: workspace, log }));
  const documents = own(new TransactionDocuments(active));
  const root = context.extensionUri;
  const place = () => placeOfFailure(active);
  const lookUp = new TransactionLookUp({ active, market, store });
  const transactions = own(
    new Panels({ kind: transactionPanel({ lookUp, documents }), root, log, place }),
  );
  own(new LookUpTransaction((signature) => transactions.open({ signature })));
  // A bundle of its own: tables and readers that nothing above needs.
  const { EditorParts } = await import('./editor/editorParts.ts');
  const editor = own(new EditorParts({ active, memory }));
  // As well: most windows open no chart at first.
  const { MarketPanels } = await import('./panels/marketPanels.ts');
  const panels = own(
    new MarketPanels({
      active,
      market,
      finder,
      memory,
      historyFolder: vscode.Uri.joinPath(context.globalStorageUri, 'percentiles').fsPath,
      root,
      log,
    }),
  );
  own(new PanelCommands([transactions, panels.percentiles, panels.tokens]));
  const folders = [context.globalStorageUri, context.logUri];
  // As well: most windows never land.
  const { LandingParts } = await import('./landing/landingParts.ts');
  const walletFolder = vscode.Uri.joinPath(context.globalStorageUri, 'sandbox-wallets').fsPath;
  const landing = own(new LandingParts({ active, store, market, prompter, log, walletFolder }));
  const { TreeViews } = await import('./views/treeViews.ts');
  const trees = own(new TreeViews({ active, prompter, user, workspace, log }));
  const { tracked } = trees;
  editor.nameWallets({ all: () => tracked.all, onChange: tracked.onChange });
  const windowParts = { market, active, store, statusBar, folders, prompter };
  return testAccess(context, {
    ...windowParts,
    finder,
    trees,
    exporting,
    transactions,
    panels,
    editor,
    landings: landing.view,
  });
}

/** Awaited by the editor, so that the market process hears that the window goes. */
export const deactivate = (): Promise<void> | undefined => connection?.close();
