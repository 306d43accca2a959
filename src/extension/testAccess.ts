import * as vscode from 'vscode';
import type { TransactionContent } from '../webview/messages/transaction.ts';
import type { MarketConnection } from './connection/marketConnection.ts';
import type { Disposable } from './disposable.ts';
import type { FinderView } from './views/finderView.ts';

/** What the tests inside VS Code see; the editor shows a tree's rows to nobody else. */
export interface TestAccess {
  readonly finder: Pick<FinderView, 'getChildren' | 'getTreeItem' | 'message'> &
    Pick<FinderView, 'onDidChangeTreeData' | 'resolveTreeItem'>;
  readonly transactions: {
    onContent(listener: (content: TransactionContent) => void): Disposable;
  };
  readonly connection: Pick<MarketConnection, 'state' | 'onState' | 'connect'>;
}

/** Nothing outside a test run: other extensions get no way in. */
export const testAccess = (
  context: vscode.ExtensionContext,
  parts: TestAccess,
): TestAccess | undefined =>
  context.extensionMode === vscode.ExtensionMode.Test ? parts : undefined;
