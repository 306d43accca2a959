import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../disposable.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { networkSettingIds } from './networkSettings.ts';

/**
 * Takes up what changes a connection from outside: a key that another window entered, trust that
 * was granted, another proxy.
 */
export class ConnectionWatcher implements Disposable {
  readonly #disposables = new DisposableStore();

  constructor(
    active: Pick<ActiveConnection, 'reopen'>,
    secrets: Pick<vscode.SecretStorage, 'onDidChange'>,
  ) {
    const reopen = () => void active.reopen();
    this.#disposables.add(secrets.onDidChange(reopen));
    this.#disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(reopen));
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (networkSettingIds.some((id) => change.affectsConfiguration(id))) reopen();
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
