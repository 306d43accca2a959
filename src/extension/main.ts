import * as vscode from 'vscode';
import { ActiveConnection, placeOfFailure } from './connection/activeConnection.ts';
import { channelPlace } from './connection/channelPlace.ts';
import { ChosenConnection } from './connection/chosenConnection.ts';
import { ConnectionCommands } from './connection/connectionCommands.ts';
import { ConnectionSecrets } from './connection/connectionSecrets.ts';
import { ConnectionStore } from './connection/connectionStore.ts';
import { sourceWords } from './connection/connections.ts';
import { ConnectionWatch } from './connection/connectionWatch.ts';
import { MarketConnection } from './connection/marketConnection.ts';
import { readNetwork } from './connection/networkReader.ts';
import { ConnectionStatusBar } from './connection/statusBar.ts';
import { MarketMemory, remembering } from './editor/marketMemory.ts';
import { ExportCommands } from './finderExport/exportCommands.ts';
import { LatePart, loadAfterStart } from './latePart.ts';
import { PanelCommands } from './panels/panelCommands.ts';
import { Panels } from './panels/panels.ts';
import { TransactionLookUp } from './panels/transactionLookUp.ts';
import { transactionPanel } from './panels/transactionPanel.ts';
import { quickPrompter } from './prompts/quickPrompter.ts';
import { ReplaceablePrompter } from './prompts/replaceablePrompter.ts';
import { readSetting } from './register.ts';
import { type TestExports, testExports } from './testAccess.ts';
import { LanguageModelTools } from './tools/languageModelTools.ts';
import { McpServers } from './tools/mcpServers.ts';
import { LookUpTransaction } from './transaction/lookUpTransaction.ts';
import { TransactionDocuments } from './transaction/transactionDocuments.ts';
import { FinderChoices } from './views/finderChoices.ts';
import { usualFilters } from './views/finderRequest.ts';
import { FinderView } from './views/finderView.ts';

let connection: MarketConnection | null = null;

/** Builds the parts in their order; nothing here decides anything. */
export function activate(context: vscode.ExtensionContext): TestExports | undefined {
  const { subscriptions, globalState: user, workspaceState: workspace } = context;
  const own = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('Arbscope', { log: true }));
  const process = {
    marketFile: context.asAbsolutePath('dist/market.js'),
    storageFolder: context.globalStorageUri.fsPath,
    version: String(context.extension.packageJSON.version),
  };
  const market = own(
    new MarketConnection({
      // With a bundle of its own, for the first who asks anything.
      open: async (listeners) => {
        const { openChannel } = await import('./connection/openChannel.ts');
        return await openChannel({ ...process, wordsFile: wordsFile(), log })(listeners);
      },
      log,
    }),
  );
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
  own(new LanguageModelTools(active));
  const mcpServers = own(
    new McpServers({ ...process, active, place: () => channelPlace(process) }),
  );
  const statusBar = own(new ConnectionStatusBar(active));
  const choices = new FinderChoices({ usual: () => usualFilters(readSetting), storage: workspace });
  const finder = own(new FinderView({ active, choices, storage: workspace, prompter, log }));
  const exporting = own(new ExportCommands({ finder, prompter, storage: workspace, log }));
  const documents = own(new TransactionDocuments(active));
  const root = context.extensionUri;
  const place = () => placeOfFailure(active);
  const lookUp = new TransactionLookUp({ active, market, store });
  const transactions = own(
    new Panels({ kind: transactionPanel({ lookUp, documents }), root, log, place }),
  );
  own(new LookUpTransaction((signature) => transactions.open({ signature })));
  // From here on bundles of their own: tables, readers and pages that no start needs.
  const late = { commands: vscode.commands, log };
  const trees = own(
    new LatePart({
      name: 'treeViews',
      load: async () => {
        const { TreeViews } = await import('./views/treeViews.ts');
        return () => new TreeViews({ active, prompter, user, workspace, log });
      },
      ...late,
    }),
  );
  const editor = own(
    new LatePart({
      name: 'editor',
      load: async () => {
        const { EditorParts } = await import('./editor/editorParts.ts');
        const wallets = trees.load().then(({ tracked }) => tracked);
        return () => new EditorParts({ active, memory, wallets });
      },
      ...late,
    }),
  );
  const actions = own(
    new LatePart({
      name: 'finderActions',
      load: async () => {
        const { FinderActions } = await import('./finderActions/finderActions.ts');
        const { tracked } = await trees.load();
        return () => new FinderActions({ finder, choices, tracked, prompter, user });
      },
      ...late,
    }),
  );
  const panels = own(
    new LatePart({
      name: 'marketPanels',
      load: async () => {
        const { MarketPanels } = await import('./panels/marketPanels.ts');
        const { fsPath: historyFolder } = folderOf(context, 'percentiles');
        return () => new MarketPanels({ active, market, finder, memory, historyFolder, root, log });
      },
      ...late,
    }),
  );
  const landing = own(
    new LatePart({
      name: 'landing',
      load: async () => {
        const { LandingParts } = await import('./landing/landingParts.ts');
        const { fsPath: walletFolder } = folderOf(context, 'sandbox-wallets');
        const shared = { active, store, market, prompter, log, walletFolder };
        const trackedWallets = async () => (await trees.load()).tracked.addresses;
        return () => new LandingParts({ ...shared, trackedWallets });
      },
      ...late,
    }),
  );
  own(new PanelCommands(() => [transactions, panels.part?.percentiles, panels.part?.tokens]));
  void loadAfterStart([editor, trees, actions, panels, landing]);
  const folders = [context.globalStorageUri, context.logUri];
  return testExports(context, async () => ({
    ...{ market, active, store, statusBar, folders, prompter, finder, choices, exporting },
    ...{ transactions, mcpServers },
    trees: await trees.load(),
    editor: await editor.load(),
    panels: await panels.load(),
    landings: (await landing.load()).view,
  }));
}

/** The words of the editor's language for the market process; none for English. */
const wordsFile = (): string | undefined =>
  vscode.l10n.uri?.scheme === 'file' ? vscode.l10n.uri.fsPath : undefined;

/** A folder of the extension's own. */
const folderOf = (context: vscode.ExtensionContext, name: string): vscode.Uri =>
  vscode.Uri.joinPath(context.globalStorageUri, name);

/** Awaited by the editor, so that the market process hears that the window goes. */
export const deactivate = (): Promise<void> | undefined => connection?.close();
