import * as vscode from 'vscode';
import type { TransactionContent } from '../webview/messages/transaction.ts';
import type { ActiveConnection } from './connection/activeConnection.ts';
import type { ConnectionStore } from './connection/connectionStore.ts';
import type { MarketConnection } from './connection/marketConnection.ts';
import type { ConnectionStatusBar } from './connection/statusBar.ts';
import type { Disposable } from './disposable.ts';
import type { Hovers } from './editor/hovers.ts';
import type { TerminalLinks } from './editor/terminalLinks.ts';
import type { ExportCommands } from './finderExport/exportCommands.ts';
import type { LandingsView } from './landing/landingsView.ts';
import type { MarketPanels } from './panels/marketPanels.ts';
import type { ReplaceablePrompter } from './prompts/replaceablePrompter.ts';
import type { McpServers } from './tools/mcpServers.ts';
import type { FinderChoices } from './views/finderChoices.ts';
import type { FinderView } from './views/finderView.ts';
import type { TreeViews } from './views/treeViews.ts';

/** What the tests inside VS Code see; the editor shows a tree's rows to nobody else. */
export interface TestAccess {
  readonly finder: Pick<FinderView, 'rows' | 'getChildren' | 'getTreeItem' | 'message'> &
    Pick<FinderView, 'onDidChangeTreeData' | 'resolveTreeItem' | 'answer' | 'shown'> &
    Pick<FinderView, 'description'>;
  readonly choices: FinderChoices;
  readonly trees: Pick<TreeViews, 'tracked' | 'wallets' | 'marketCache' | 'pools'>;
  readonly transactions: {
    onContent(listener: (content: TransactionContent) => void): Disposable;
  };
  readonly panels: Pick<MarketPanels, 'percentiles' | 'tokens'>;
  readonly editor: {
    readonly hovers: Pick<Hovers, 'local'>;
    readonly terminalLinks: TerminalLinks;
  };
  readonly landings: Pick<LandingsView, 'entries' | 'getChildren' | 'onDidChangeTreeData'>;
  readonly market: Pick<MarketConnection, 'state' | 'onState' | 'connect'>;
  readonly active: Pick<
    ActiveConnection,
    'current' | 'overview' | 'onOverview' | 'onSwitch' | 'service' | 'settingsOf'
  >;
  readonly store: Pick<ConnectionStore, 'all' | 'faults'>;
  readonly statusBar: Pick<ConnectionStatusBar, 'item'>;
  readonly mcpServers: Pick<
    McpServers,
    'provideMcpServerDefinitions' | 'resolveMcpServerDefinition'
  >;
  /** Folders that the editor gives the extension to write to. */
  readonly folders: readonly vscode.Uri[];
  /** Conversations of a test are held with its own prompter. */
  readonly prompter: Pick<ReplaceablePrompter, 'replace'>;
  readonly exporting: Pick<ExportCommands, 'load'>;
}

/** What activation returns in a test run: the parts, when all of them are loaded. */
export interface TestExports {
  readonly access: Promise<TestAccess>;
}

/** Nothing outside a test run: other extensions get no way in. */
export function testExports(
  context: vscode.ExtensionContext,
  access: () => Promise<TestAccess>,
): TestExports | undefined {
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  let asked: Promise<TestAccess> | null = null;
  return {
    // Only when a test asks: a start in a test run loads no more than any other.
    get access() {
      asked ??= access();
      return asked;
    },
  };
}
