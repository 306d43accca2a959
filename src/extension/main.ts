import './localize.ts';
import * as vscode from 'vscode';
import type { AddressesFeature } from './addresses/addressesFeature.ts';
import { registerLanguageModelTools } from './ai/languageModelTools.ts';
import { McpServers } from './ai/mcpServers.ts';
import { ActiveConnection } from './backend/activeConnection.ts';
import { BackendClient } from './backend/backendClient.ts';
import { channelPaths } from './backend/channelPaths.ts';
import { ConnectionSecrets } from './backend/connectionSecrets.ts';
import { ConnectionStore } from './backend/connectionStore.ts';
import { resolveNetworkSettings } from './backend/networkSettings.ts';
import { SelectedConnection } from './backend/selectedConnection.ts';
import { registerCommand, userSettingValue } from './base/commandsAndSettings.ts';
import type { LazyFeatureName } from './base/contributions.ts';
import { activateInBackground, LazyFeature } from './base/lazyFeature.ts';
import { sanitizedLog } from './base/log.ts';
import type { BotConfigFeature } from './botConfig/botConfigFeature.ts';
import { ConfirmedReceivers } from './connections/confirmedReceivers.ts';
import { ConnectionCommands } from './connections/connectionCommands.ts';
import { ConnectionStatusBar } from './connections/connectionStatusBar.ts';
import type { FinderFeature } from './finder/finderFeature.ts';
import { RecentResponses } from './shared/recentResponses.ts';
import { type TestExports, testExports } from './testAccess.ts';
import { TransactionDocuments } from './transaction/transactionDocuments.ts';
import { quickPrompter } from './ui/prompts/quickPrompter.ts';
import { createReplaceablePrompter } from './ui/prompts/replaceablePrompter.ts';

let backendClient: BackendClient | null = null;

/** Creates the parts in dependency order; contains no other logic. */
export function activate(context: vscode.ExtensionContext): TestExports | undefined {
  const { subscriptions, globalState, workspaceState } = context;
  const register = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const channel = register(vscode.window.createOutputChannel('Arbscope', { log: true }));
  const log = sanitizedLog(channel);
  const backendOptions = {
    backendFile: context.asAbsolutePath('dist/backend.js'),
    storageFolder: context.globalStorageUri.fsPath,
    version: String(context.extension.packageJSON.version),
  };
  const backend = register(
    new BackendClient({
      // Loaded by the first request.
      open: async (listeners) => {
        const { openChannel } = await import('./backend/openChannel.ts');
        return await openChannel({ ...backendOptions, translationsFile: translationsFile(), log })(
          listeners,
        );
      },
      log,
    }),
  );
  backendClient = backend;
  const recentResponses = new RecentResponses();
  const store = register(new ConnectionStore(log));
  const secrets = new ConnectionSecrets(context.secrets);
  const receivers = new ConfirmedReceivers(globalState);
  const active = register(
    new ActiveConnection({
      backend,
      store,
      secrets,
      selected: new SelectedConnection(workspaceState, globalState),
      // Only the user's settings: no workspace or extension default may send keys through a proxy.
      network: () => resolveNetworkSettings(userSettingValue, process.env),
      isTrusted: () => vscode.workspace.isTrusted,
    }),
  );
  const prompter = createReplaceablePrompter(quickPrompter);
  register(
    new ConnectionCommands({
      backend,
      store,
      secrets,
      secretStorage: context.secrets,
      receivers,
      active,
      prompter,
      log,
    }),
  );
  register(registerLanguageModelTools(active));
  const mcpServers = register(
    new McpServers({ ...backendOptions, active, channelPaths: () => channelPaths(backendOptions) }),
  );
  const statusBar = register(new ConnectionStatusBar(active));
  const documents = register(new TransactionDocuments(active, recentResponses));
  const extensionUri = context.extensionUri;
  // The parts below are not needed at the start (`late` in the build's bundles.mjs).
  const lazy = <Part extends vscode.Disposable>(
    name: LazyFeatureName,
    load: () => Promise<() => Part>,
  ): LazyFeature<Part> => register(new LazyFeature({ name, load, commands: vscode.commands, log }));
  const finder: LazyFeature<FinderFeature> = lazy('finder', async () => {
    const { FinderFeature } = await import('./finder/finderFeature.ts');
    const shared = { active, recentResponses, prompter, storage: workspaceState, log };
    return () => new FinderFeature({ ...shared, loadExports: () => exporting.load() });
  });
  const exporting = lazy('exports', async () => {
    const { ExportsFeature } = await import('./finder/exports/exportsFeature.ts');
    const { view } = await finder.load();
    const { verifyExport: verify } = await botConfig.load();
    const shared = { finder: view, prompter, storage: workspaceState, log };
    return () => new ExportsFeature({ ...shared, verify });
  });
  const wallets = lazy('wallets', async () => {
    const { WalletsFeature } = await import('./wallets/walletsFeature.ts');
    const shared = { active, recentResponses, prompter, globalState, workspaceState, log };
    return () => new WalletsFeature(shared);
  });
  const transactions = lazy('transactions', async () => {
    const { TransactionsFeature } = await import('./transaction/transactionsFeature.ts');
    const shared = { active, backend, store, recentResponses, documents };
    return () => new TransactionsFeature({ ...shared, extensionUri, log });
  });
  const lookUp = lazy('lookUp', async () => {
    const { LookUpFeature } = await import('./transaction/lookUpFeature.ts');
    const { tracked } = await wallets.load();
    const { panels, loader } = await transactions.load();
    const shared = { active, recentResponses, tracked, loader, globalState };
    return () => new LookUpFeature({ ...shared, panels });
  });
  const editor: LazyFeature<AddressesFeature> = lazy('addresses', async () => {
    const { AddressesFeature } = await import('./addresses/addressesFeature.ts');
    const trackedWallets = wallets.load().then(({ tracked }) => tracked);
    const isBotConfig = (uri: vscode.Uri) => botConfig.feature?.documents.latest(uri) != null;
    return () => new AddressesFeature({ active, recentResponses, trackedWallets, isBotConfig });
  });
  const botConfig: LazyFeature<BotConfigFeature> = lazy('botConfig', async () => {
    const { BotConfigFeature } = await import('./botConfig/botConfigFeature.ts');
    const { diagnostics: addressDiagnostics } = await editor.load();
    const workerFile = context.asAbsolutePath('dist/botConfigWorker.js');
    const shared = { active, recentResponses, addressDiagnostics, log };
    return () => new BotConfigFeature({ ...shared, workerFile });
  });
  const finderCommands = lazy('finderCommands', async () => {
    const { FinderCommands } = await import('./finder/finderCommands.ts');
    const { view, preferences } = await finder.load();
    const { tracked } = await wallets.load();
    const shared = { preferences, tracked, prompter, globalState };
    return () => new FinderCommands({ finder: view, ...shared });
  });
  const live = lazy('live', async () => {
    const { LiveFeature } = await import('./live/liveFeature.ts');
    const { view } = await finder.load();
    const { tracked } = await wallets.load();
    const shared = { active, recentResponses, tracked, prompter, storage: workspaceState, log };
    return () => new LiveFeature({ finder: view, ...shared });
  });
  const marketCache = lazy('marketCache', async () => {
    const { MarketCacheFeature } = await import('./marketCache/marketCacheFeature.ts');
    return () => new MarketCacheFeature({ active, prompter, storage: workspaceState, log });
  });
  const panelOptions = { active, recentResponses, extensionUri, log };
  const percentiles = lazy('percentiles', async () => {
    const { PercentilesFeature } = await import('./percentiles/percentilesFeature.ts');
    const { fsPath: historyFolder } = folderOf(context, 'percentiles');
    return () => new PercentilesFeature({ ...panelOptions, historyFolder });
  });
  const market = lazy('market', async () => {
    const { MarketFeature } = await import('./market/marketFeature.ts');
    return () => new MarketFeature({ active, prompter, extensionUri, log });
  });
  const token = lazy('token', async () => {
    const { TokenFeature } = await import('./token/tokenFeature.ts');
    return () => new TokenFeature({ ...panelOptions, backend });
  });
  const walletPanel = lazy('walletPanel', async () => {
    const { WalletPanelFeature } = await import('./walletPanel/walletPanelFeature.ts');
    const { tracked, wallets: view } = await wallets.load();
    return () => new WalletPanelFeature({ ...panelOptions, prompter, tracked, view });
  });
  const simulate = lazy('simulate', async () => {
    const { SimulateFeature } = await import('./simulate/simulateFeature.ts');
    const shared = { active, prompter, extensionUri, log };
    return () => new SimulateFeature({ ...shared, storage: workspaceState });
  });
  const coverage = lazy('coverage', async () => {
    const { CoverageFeature } = await import('./botConfig/coverage/coverageFeature.ts');
    const configs = await botConfig.load();
    const { preferences } = await finder.load();
    const shared = { ...panelOptions, configs, preferences, prompter };
    return () => new CoverageFeature({ ...shared, storage: workspaceState });
  });
  const landing = lazy('landing', async () => {
    const { LandingFeature } = await import('./landing/landingFeature.ts');
    const { fsPath: walletFolder } = folderOf(context, 'sandbox-wallets');
    const shared = { active, store, receivers, market: backend, prompter, log, walletFolder };
    const trackedWallets = async () => (await wallets.load()).tracked.addresses;
    return () => new LandingFeature({ ...shared, trackedWallets });
  });
  register(
    registerCommand('arbscope.refreshPanel', () => {
      transactions.feature?.panels.refreshActive();
      percentiles.feature?.panels.refreshActive();
      market.feature?.panels.refreshActive();
      token.feature?.panels.refreshActive();
      walletPanel.feature?.panels.refreshActive();
      simulate.feature?.panels.refreshActive();
      coverage.feature?.panels.refreshActive();
    }),
  );
  // Without exports, which load on demand.
  const inBackground = [
    finder,
    wallets,
    live,
    transactions,
    lookUp,
    marketCache,
    editor,
    botConfig,
    finderCommands,
  ];
  const panels = [percentiles, market, token, walletPanel, simulate, coverage];
  void activateInBackground([...inBackground, ...panels, landing]);
  const folders = [context.globalStorageUri, context.logUri];
  return testExports(context, async () => {
    const { view: finderView, preferences } = await finder.load();
    const { tracked, wallets: walletsView } = await wallets.load();
    const { view, pools } = await marketCache.load();
    return {
      ...{ backend, active, store, statusBar, folders, prompter, exporting },
      ...{ mcpServers, finder: finderView, choices: preferences },
      transactions: (await transactions.load()).panels,
      trees: { tracked, wallets: walletsView, marketCache: view, pools },
      editor: await editor.load(),
      botConfig: await botConfig.load(),
      panels: {
        percentiles: (await percentiles.load()).panels,
        market: (await market.load()).panels,
        tokens: (await token.load()).panels,
        wallets: (await walletPanel.load()).panels,
        simulations: (await simulate.load()).panels,
        coverage: (await coverage.load()).panels,
      },
      landings: (await landing.load()).view,
      live: await live.load(),
      coverage: await coverage.load(),
    };
  });
}

/** Translations for the backend in the editor's language; undefined: English. */
const translationsFile = (): string | undefined =>
  vscode.l10n.uri?.scheme === 'file' ? vscode.l10n.uri.fsPath : undefined;

const folderOf = (context: vscode.ExtensionContext, name: string): vscode.Uri =>
  vscode.Uri.joinPath(context.globalStorageUri, name);

/** The editor awaits this, so that the goodbye reaches the backend. */
export const deactivate = (): Promise<void> | undefined => backendClient?.close();
