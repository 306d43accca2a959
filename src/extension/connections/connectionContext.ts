import * as vscode from 'vscode';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { getConnectionPhase } from '../backend/connectionPhase.ts';
import { networkSettingIds } from '../backend/networkSettings.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { setContext } from '../contributions/commandsAndSettings.ts';
import { showError } from '../ui/showError.ts';
import { StateLog } from './stateLog.ts';

export interface ConnectionContextOptions {
  readonly active: Pick<ActiveConnection, 'overview' | 'onOverview' | 'reopen'>;
  readonly secretStorage: Pick<vscode.SecretStorage, 'onDidChange'>;
  readonly log: Log;
}

/**
 * Sets the context keys of the connection, logs its changes, and reopens it after outside changes: a key of another
 * window, trust, a proxy.
 */
export class ConnectionContext extends DisposableStore {
  readonly #active: ConnectionContextOptions['active'];
  readonly #stateLog: StateLog;
  #isFailureShown = false;

  constructor({ active, secretStorage, log }: ConnectionContextOptions) {
    super();
    this.#active = active;
    this.#stateLog = new StateLog(log);
    this.#update();
    this.add(active.onOverview(() => this.#update()));
    const reopen = () => void active.reopen();
    this.add(secretStorage.onDidChange(reopen));
    this.add(vscode.workspace.onDidGrantWorkspaceTrust(reopen));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (networkSettingIds.some((id) => change.affectsConfiguration(id))) reopen();
      }),
    );
  }

  #update(): void {
    const { overview } = this.#active;
    const { backend, connection } = overview;
    this.#stateLog.update(overview);
    setContext('arbscope.connection', getConnectionPhase(overview));
    setContext('arbscope.connectionKind', connection.kind);
    // Shown once until it works again: a start that fails is repeated by the next request.
    if (backend.kind === 'failed' && !this.#isFailureShown) {
      void showError({
        what: 'Arbscope',
        error: backend.error,
        errorContext: { connection, isBackendFailed: true },
      });
    }
    if (backend.kind === 'failed') this.#isFailureShown = true;
    if (backend.kind === 'ready') this.#isFailureShown = false;
  }
}
