import * as vscode from 'vscode';
import type { TransactionContent } from '../webview/messages/transaction.ts';
import type { AddressesFeature } from './addresses/addressesFeature.ts';
import type { AddressHoverProvider } from './addresses/addressHoverProvider.ts';
import type { McpServers } from './ai/mcpServers.ts';
import type { ActiveConnection } from './backend/activeConnection.ts';
import type { BackendClient } from './backend/backendClient.ts';
import type { ConnectionStore } from './backend/connectionStore.ts';
import type { Disposable } from './base/disposable.ts';
import type { BotConfigFeature } from './botConfig/botConfigFeature.ts';
import type { CoverageFeature } from './botConfig/coverage/coverageFeature.ts';
import type { ConnectionStatusBar } from './connections/connectionStatusBar.ts';
import type { Features } from './features.ts';
import type { ExportsFeature } from './finder/exports/exportsFeature.ts';
import type { FinderPreferences } from './finder/filters/finderPreferences.ts';
import type { FinderFeature } from './finder/finderFeature.ts';
import type { FinderView } from './finder/finderView.ts';
import type { LandingsView } from './landing/landingsView.ts';
import type { LiveFeature } from './live/liveFeature.ts';
import type { MarketFeature } from './market/marketFeature.ts';
import type { MarketCacheFeature } from './marketCache/marketCacheFeature.ts';
import type { PercentilesFeature } from './percentiles/percentilesFeature.ts';
import type { PoolFeature } from './pool/poolFeature.ts';
import type { SimulateFeature } from './simulate/simulateFeature.ts';
import type { TokenFeature } from './token/tokenFeature.ts';
import type { ReplaceablePrompter } from './ui/prompts/replaceablePrompter.ts';
import type { WalletPanelFeature } from './walletPanel/walletPanelFeature.ts';
import type { WalletsFeature } from './wallets/walletsFeature.ts';

/** Access for tests in VS Code, which offers no other way to read a tree's rows. */
export interface TestAccess {
  readonly finder: Pick<FinderView, 'tree' | 'response' | 'shown'>;
  readonly choices: FinderPreferences;
  readonly trees: Pick<WalletsFeature, 'tracked' | 'wallets'> &
    Pick<MarketCacheFeature, 'pools'> & { readonly marketCache: MarketCacheFeature['view'] };
  readonly transactions: {
    onContent(listener: (content: TransactionContent) => void): Disposable;
  };
  readonly panels: {
    readonly percentiles: PercentilesFeature['panels'];
    readonly market: MarketFeature['panels'];
    readonly tokens: TokenFeature['panels'];
    readonly pools: PoolFeature['panels'];
    readonly wallets: WalletPanelFeature['panels'];
    readonly simulations: SimulateFeature['panels'];
    readonly coverage: CoverageFeature['panels'];
  };
  readonly editor: {
    readonly hovers: Pick<AddressHoverProvider, 'provideLocalHover'>;
    readonly terminalLinks: AddressesFeature['terminalLinks'];
  };
  readonly botConfig: Pick<BotConfigFeature, 'documents' | 'diagnostics'>;
  readonly coverage: Pick<CoverageFeature, 'documents' | 'statusBar'>;
  readonly live: Pick<LiveFeature, 'view' | 'preferences'>;
  readonly landings: Pick<LandingsView, 'entries' | 'getChildren' | 'onDidChangeTreeData'>;
  readonly backend: Pick<BackendClient, 'state' | 'onState' | 'connect'>;
  readonly active: Pick<
    ActiveConnection,
    'current' | 'overview' | 'onOverview' | 'onSwitch' | 'service' | 'settingsOf'
  >;
  readonly store: Pick<ConnectionStore, 'all' | 'errors'>;
  readonly statusBar: Pick<ConnectionStatusBar, 'item'>;
  readonly mcpServers: Pick<
    McpServers,
    'provideMcpServerDefinitions' | 'resolveMcpServerDefinition'
  >;
  /** Folders that the extension may write to. */
  readonly folders: readonly vscode.Uri[];
  readonly prompter: Pick<ReplaceablePrompter, 'replace'>;
  readonly exporting: ExportsFeature;
}

/** Collects what tests read. */
export const toTestAccess = (
  shared: Pick<
    TestAccess,
    'backend' | 'active' | 'store' | 'statusBar' | 'folders' | 'prompter' | 'mcpServers'
  >,
  finder: FinderFeature,
  features: Features,
): TestAccess => ({
  ...shared,
  finder: finder.view,
  choices: finder.preferences,
  transactions: features.transactions,
  trees: {
    tracked: features.wallets.tracked,
    wallets: features.wallets.wallets,
    marketCache: features.marketCache.view,
    pools: features.marketCache.pools,
  },
  editor: features.addresses,
  botConfig: features.botConfig,
  panels: {
    percentiles: features.percentiles.panels,
    market: features.market.panels,
    tokens: features.token.panels,
    pools: features.pool.panels,
    wallets: features.walletPanel.panels,
    simulations: features.simulate.panels,
    coverage: features.coverage.panels,
  },
  coverage: features.coverage,
  live: features.live,
  landings: features.landing.view,
  exporting: features.exports,
});

/** The exports of activation in a test run; resolves when all parts are loaded. */
export interface TestExports {
  readonly access: Promise<TestAccess>;
}

/** Undefined outside a test run, so that other extensions get no access. */
export function testExports(
  context: vscode.ExtensionContext,
  access: () => Promise<TestAccess>,
): TestExports | undefined {
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  let asked: Promise<TestAccess> | null = null;
  return {
    // Lazy, so that a start in a test run loads no more than usual.
    get access() {
      asked ??= access();
      return asked;
    },
  };
}
