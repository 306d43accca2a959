import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { getConnectionPhase } from '../backend/connectionPhase.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { networkSettingIds } from '../backend/networkSettings.ts';
import { executeCommand, registerCommand, setContext } from '../base/commandsAndSettings.ts';
import { walkthroughId } from '../base/contributions.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { showError } from '../ui/showError.ts';
import type { ConnectionsFeature, ConnectionsFeatureOptions } from './connectionsFeature.ts';

export interface ConnectionCommandsOptions
  extends Omit<ConnectionsFeatureOptions, 'testConnection'> {
  readonly backend: Pick<BackendClient, 'connect' | 'request'>;
  readonly active: ActiveConnection;
  readonly secretStorage: Pick<vscode.SecretStorage, 'onDidChange'>;
  readonly log: Pick<vscode.LogOutputChannel, 'show'> & Log;
}

type RunCommand = (loaded: ConnectionsFeature, name: unknown) => Promise<void>;

const connectionCommands = {
  switchConnection: [
    t('Cannot switch the connection'),
    ({ manager }, name) => manager.switchTo(name),
  ],
  addConnection: [t('Cannot add the connection'), ({ manager }) => manager.add()],
  editConnection: [t('Cannot edit the connection'), ({ manager }, name) => manager.edit(name)],
  removeConnection: [
    t('Cannot remove the connection'),
    ({ manager }, name) => manager.remove(name),
  ],
  setKey: [t('Cannot save the key'), ({ manager }, name) => manager.setKey(name)],
  removeKey: [t('Cannot remove the key'), ({ manager }, name) => manager.removeKey(name)],
  testConnection: [t('Cannot test the connection'), ({ check }, name) => check.runByName(name)],
} as const satisfies Readonly<Record<string, readonly [what: string, run: RunCommand]>>;

/** Reopens the connection after outside changes: a key of another window, trust, a proxy. */
export class ConnectionCommands extends DisposableStore {
  readonly #options: ConnectionCommandsOptions;
  #loading: Promise<ConnectionsFeature> | null = null;
  #isFailureShown = false;

  constructor(options: ConnectionCommandsOptions) {
    super();
    this.#options = options;
    const { active, log, backend, secretStorage } = options;
    this.#updateContext();
    this.add(active.onOverview(() => this.#updateContext()));
    const reopen = () => void active.reopen();
    this.add(secretStorage.onDidChange(reopen));
    this.add(vscode.workspace.onDidGrantWorkspaceTrust(reopen));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (networkSettingIds.some((id) => change.affectsConfiguration(id))) reopen();
      }),
    );
    this.add(registerCommand('arbscope.showLog', () => log.show()));
    this.add(
      registerCommand('arbscope.reconnect', async () => {
        // Every view shows the failed state.
        await backend.connect().catch(() => undefined);
      }),
    );
    for (const [name, [what, run]] of Object.entries(connectionCommands)) {
      this.#register(name as keyof typeof connectionCommands, what, run);
    }
    this.add(
      registerCommand('arbscope.manageTrust', async () => {
        await vscode.commands.executeCommand('workbench.trust.manage');
      }),
    );
    this.add(
      registerCommand('arbscope.getStarted', async () => {
        await vscode.commands.executeCommand(
          'workbench.action.openWalkthrough',
          `arbscope.arbscope#${walkthroughId}`,
          false,
        );
      }),
    );
  }

  /** The dialogs are in a separate bundle that is loaded once: most windows do not need it. */
  #load(): Promise<ConnectionsFeature> {
    const testConnection = (name: string) => executeCommand('arbscope.testConnection', name);
    this.#loading ??= import('./connectionsFeature.ts').then(({ ConnectionsFeature: Loaded }) =>
      this.add(new Loaded({ ...this.#options, testConnection })),
    );
    return this.#loading;
  }

  #register(command: keyof typeof connectionCommands, what: string, run: RunCommand): void {
    const handle = async (given?: unknown): Promise<void> => {
      try {
        const name = command === 'switchConnection' ? given : this.#connectionName(given);
        await run(await this.#load(), name);
      } catch (error) {
        this.#showError(what, error);
      }
    };
    this.add(registerCommand(`arbscope.${command}`, handle));
  }

  /** A row or panel passes an object, which means the active connection. */
  #connectionName(given: unknown): unknown {
    const isRow = typeof given === 'object' && given !== null;
    return isRow ? this.#options.active.current.name : given;
  }

  /** Does not wait for the notification to be closed. */
  #showError(what: string, error: unknown): void {
    const known = asMarketError(error);
    if (known.kind === 'cancelled') return;
    this.#options.log.warn(`${what}: ${known.message}`);
    void showError({ what, error: known, errorContext: getErrorContext(this.#options.active) });
  }

  #updateContext(): void {
    const { overview } = this.#options.active;
    setContext('arbscope.connection', getConnectionPhase(overview));
    setContext('arbscope.connectionKind', overview.connection.kind);
    const { backend, connection } = overview;
    // Shown once per failure: nothing works any more, and the views show only a general message.
    if (backend.kind === 'failed' && !this.#isFailureShown) {
      const what = t('Arbscope stopped');
      void showError({
        what,
        error: backend.error,
        errorContext: { connection, isBackendFailed: true },
      });
    }
    this.#isFailureShown = backend.kind === 'failed';
  }
}
