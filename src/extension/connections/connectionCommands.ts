import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { executeCommand, registerCommand } from '../contributions/commandsAndSettings.ts';
import { walkthroughId } from '../contributions/walkthrough.ts';
import { showError } from '../ui/showError.ts';
import { ConnectionCheck, type ConnectionCheckOptions } from './connectionCheck.ts';
import { ConnectionManager, type ConnectionManagerOptions } from './connectionManager.ts';

export interface ConnectionCommandsOptions
  extends Omit<ConnectionManagerOptions & ConnectionCheckOptions, 'testConnection'> {
  readonly backend: Pick<BackendClient, 'connect' | 'request'>;
  readonly active: ActiveConnection;
  readonly log: Pick<vscode.LogOutputChannel, 'show'> & Log;
}

interface ConnectionDialogs {
  readonly manager: ConnectionManager;
  readonly check: ConnectionCheck;
}

type RunCommand = (dialogs: ConnectionDialogs, name: unknown) => Promise<void>;

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

/** Commands of connections; each failure is shown with what to do. */
export class ConnectionCommands extends DisposableStore {
  readonly #options: ConnectionCommandsOptions;
  readonly #dialogs: ConnectionDialogs;

  constructor(options: ConnectionCommandsOptions) {
    super();
    this.#options = options;
    const { log, backend } = options;
    const testConnection = (name: string) => executeCommand('arbscope.testConnection', name);
    this.#dialogs = {
      manager: new ConnectionManager({ ...options, testConnection }),
      check: this.add(new ConnectionCheck(options)),
    };
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

  #register(command: keyof typeof connectionCommands, what: string, run: RunCommand): void {
    const handle = async (given?: unknown): Promise<void> => {
      try {
        const name = command === 'switchConnection' ? given : this.#connectionName(given);
        await run(this.#dialogs, name);
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
}
