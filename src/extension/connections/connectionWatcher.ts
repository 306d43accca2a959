import * as vscode from 'vscode';
import { DisposableStore } from '../disposable.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { networkSettingIds } from './networkSettings.ts';

/**
 * Takes up what changes a connection from outside: a key that another window entered, trust that
 * was granted, another proxy.
 */
export class ConnectionWatcher extends DisposableStore {
  constructor(
    active: Pick<ActiveConnection, 'reopen'>,
    secrets: Pick<vscode.SecretStorage, 'onDidChange'>,
  ) {
    super();
    const reopen = () => void active.reopen();
    this.add(secrets.onDidChange(reopen));
    this.add(vscode.workspace.onDidGrantWorkspaceTrust(reopen));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (networkSettingIds.some((id) => change.affectsConfiguration(id))) reopen();
      }),
    );
  }
}
