import * as vscode from 'vscode';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { networkSettingIds } from './networkSettings.ts';

/**
 * Takes up what changes a connection from outside: a key that another window entered, trust that
 * was granted, another proxy.
 */
export class ConnectionWatch implements Disposable {
  readonly #own = new DisposableList();

  constructor(
    active: Pick<ActiveConnection, 'reopen'>,
    secrets: Pick<vscode.SecretStorage, 'onDidChange'>,
  ) {
    const reopen = () => void active.reopen();
    this.#own.add(secrets.onDidChange(reopen));
    this.#own.add(vscode.workspace.onDidGrantWorkspaceTrust(reopen));
    this.#own.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (networkSettingIds.some((id) => change.affectsConfiguration(id))) reopen();
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }
}
