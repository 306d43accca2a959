import * as vscode from 'vscode';
import { AddressesFeature } from './addresses/addressesFeature.ts';
import { AlertsFeature } from './alerts/alertsFeature.ts';
import type { ActiveConnection } from './backend/activeConnection.ts';
import type { BackendClient } from './backend/backendClient.ts';
import type { ConnectionSecrets } from './backend/connectionSecrets.ts';
import type { ConnectionStore } from './backend/connectionStore.ts';
import { DisposableStore } from './base/disposable.ts';
import type { Log } from './base/log.ts';
import { BotConfigFeature } from './botConfig/botConfigFeature.ts';
import { CoverageFeature } from './botConfig/coverage/coverageFeature.ts';
import { ConfirmedReceivers } from './connections/confirmedReceivers.ts';
import { ConnectionCommands } from './connections/connectionCommands.ts';
import { registerCommand } from './contributions/commandsAndSettings.ts';
import { ExportsFeature } from './finder/exports/exportsFeature.ts';
import { FinderCommands } from './finder/finderCommands.ts';
import type { FinderFeature } from './finder/finderFeature.ts';
import { ErrorSources } from './idl/errorSources.ts';
import { WorkspaceIdls } from './idl/workspaceIdls.ts';
import { LandingFeature } from './landing/landingFeature.ts';
import { LiveFeature } from './live/liveFeature.ts';
import { MarketFeature } from './market/marketFeature.ts';
import { MarketCacheFeature } from './marketCache/marketCacheFeature.ts';
import { PercentilesFeature } from './percentiles/percentilesFeature.ts';
import { PoolFeature } from './pool/poolFeature.ts';
import type { RecentResponses } from './shared/recentResponses.ts';
import { SimulateFeature } from './simulate/simulateFeature.ts';
import { TokenFeature } from './token/tokenFeature.ts';
import { LookUpFeature } from './transaction/lookUpFeature.ts';
import type { TransactionDocuments } from './transaction/transactionDocuments.ts';
import { TransactionsFeature } from './transaction/transactionsFeature.ts';
import type { Prompter } from './ui/prompts/prompter.ts';
import { WalletPanelFeature } from './walletPanel/walletPanelFeature.ts';
import { WalletsFeature } from './wallets/walletsFeature.ts';

export interface FeaturesOptions {
  readonly context: vscode.ExtensionContext;
  readonly active: ActiveConnection;
  readonly backend: BackendClient;
  readonly store: ConnectionStore;
  readonly secrets: ConnectionSecrets;
  readonly finder: FinderFeature;
  readonly documents: TransactionDocuments;
  readonly recentResponses: RecentResponses;
  readonly prompter: Prompter;
  readonly log: Log & Pick<vscode.LogOutputChannel, 'show'>;
}

/** Creates the features in the order of their dependencies; contains no other logic. */
export class Features extends DisposableStore {
  readonly wallets: WalletsFeature;
  readonly transactions: TransactionsFeature;
  readonly addresses: AddressesFeature;
  readonly botConfig: BotConfigFeature;
  readonly exports: ExportsFeature;
  readonly live: LiveFeature;
  readonly marketCache: MarketCacheFeature;
  readonly percentiles: PercentilesFeature;
  readonly market: MarketFeature;
  readonly token: TokenFeature;
  readonly pool: PoolFeature;
  readonly walletPanel: WalletPanelFeature;
  readonly simulate: SimulateFeature;
  readonly coverage: CoverageFeature;
  readonly landing: LandingFeature;

  constructor(options: FeaturesOptions) {
    super();
    const { context, active, backend, store, secrets, finder, recentResponses } = options;
    const { prompter, log, documents } = options;
    const { extensionUri, globalState, workspaceState, secrets: secretStorage } = context;
    const receivers = new ConfirmedReceivers(globalState);
    const connections = { backend, store, secrets, secretStorage, receivers, active };
    this.add(new ConnectionCommands({ ...connections, prompter, log }));
    const base = { active, recentResponses, prompter, log };
    const panel = { ...base, extensionUri };
    const storage = workspaceState;

    const wallets = this.add(new WalletsFeature({ ...base, globalState, workspaceState }));
    const { tracked } = wallets;
    const { view, preferences } = finder;
    this.add(new FinderCommands({ finder: view, preferences, tracked, prompter, globalState }));
    const idls = this.add(new WorkspaceIdls({ backend, active, log }));
    const errorSources = new ErrorSources(idls);
    const transactions = this.add(
      new TransactionsFeature({
        ...panel,
        ...{ backend, store, documents, idls, tracked },
        errorSources,
        unlanded: (signature) => this.landing.unlanded(signature),
      }),
    );
    const { loader } = transactions;
    this.add(new LookUpFeature({ ...base, tracked, loader, globalState, panels: transactions }));
    const addresses = this.add(
      new AddressesFeature({
        ...base,
        idls,
        tracked,
        isBotConfig: (uri) => this.botConfig.documents.latest(uri) != null,
      }),
    );
    const { diagnostics: addressDiagnostics } = addresses;
    const workerFile = context.asAbsolutePath('dist/botConfigWorker.js');
    const botConfig = this.add(new BotConfigFeature({ ...base, addressDiagnostics, workerFile }));
    const { verifyExport: verify } = botConfig;
    this.exports = this.add(
      new ExportsFeature({
        ...{ ...base, finder: view, storage, verify, tracked },
        view: wallets.wallets,
      }),
    );
    this.live = this.add(new LiveFeature({ ...base, finder: view, tracked, storage }));
    this.marketCache = this.add(new MarketCacheFeature({ ...base, storage }));
    const { fsPath: historyFolder } = folderOf(context, 'percentiles');
    this.percentiles = this.add(new PercentilesFeature({ ...panel, historyFolder }));
    this.market = this.add(new MarketFeature(panel));
    this.token = this.add(new TokenFeature({ ...panel, backend, tracked }));
    const { pools, view: cacheView } = this.marketCache;
    this.pool = this.add(new PoolFeature({ ...panel, pools, tracked, view: cacheView }));
    this.walletPanel = this.add(
      new WalletPanelFeature({ ...panel, tracked, view: wallets.wallets }),
    );
    this.simulate = this.add(new SimulateFeature({ ...panel, storage, errorSources }));
    this.coverage = this.add(
      new CoverageFeature({ ...panel, configs: botConfig, preferences, storage }),
    );
    const { fsPath: walletFolder } = folderOf(context, 'sandbox-wallets');
    this.landing = this.add(
      new LandingFeature({
        ...{ ...base, store, receivers, walletFolder, tracked, errorSources },
        market: backend,
      }),
    );
    const { autoUpdatedExports } = this.exports;
    const { documents: configs } = botConfig;
    this.add(
      new AlertsFeature({
        ...{ ...base, finder: view, autoUpdatedExports, tracked, globalState, configs },
      }),
    );
    this.wallets = wallets;
    this.transactions = transactions;
    this.addresses = addresses;
    this.botConfig = botConfig;
    this.add(registerCommand('arbscope.refreshPanel', () => this.#refreshPanel()));
  }

  #refreshPanel(): void {
    const { transactions, percentiles, market, token, pool, walletPanel } = this;
    const { simulate, coverage } = this;
    const features = [transactions, percentiles, market, token, pool, walletPanel];
    for (const { panels } of [...features, simulate, coverage]) panels.refreshActive();
  }
}

const folderOf = (context: vscode.ExtensionContext, name: string): vscode.Uri =>
  vscode.Uri.joinPath(context.globalStorageUri, name);
