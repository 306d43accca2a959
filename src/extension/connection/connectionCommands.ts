import * as vscode from 'vscode';
import { walkthroughId } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import { tellError } from '../errors/tellError.ts';
import { registerCommand, setContext } from '../register.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { ConnectionManager } from './connectionManager.ts';
import { phaseOf } from './connectionPhase.ts';
import type { MarketConnection } from './marketConnection.ts';

export interface ConnectionCommandsOptions {
  readonly market: Pick<MarketConnection, 'connect'>;
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'onOverview'>;
  readonly manager: ConnectionManager;
  /** Tries a connection, asked for by its name, or chosen. */
  readonly test: (name: unknown) => Promise<void>;
  readonly log: Pick<vscode.LogOutputChannel, 'show' | 'warn'>;
}

/** The commands around connections, and their state for `when` clauses. */
export class ConnectionCommands implements Disposable {
  readonly #own = new DisposableList();
  readonly #options: ConnectionCommandsOptions;
  #isFailureTold = false;

  constructor(options: ConnectionCommandsOptions) {
    this.#options = options;
    const { active, log, manager, market } = options;
    this.#stateChanged();
    this.#own.add(active.onOverview(() => this.#stateChanged()));
    this.#own.add(registerCommand('arbscope.showLog', () => log.show()));
    this.#own.add(
      registerCommand('arbscope.reconnect', async () => {
        // Its failure is told by the state, to every view at once.
        await market.connect().catch(() => undefined);
      }),
    );
    this.#on('switchConnection', 'The connection was not switched', (name) =>
      manager.switchTo(name),
    );
    this.#on('addConnection', 'The connection was not added', () => manager.add());
    this.#on('editConnection', 'The connection was not changed', (name) => manager.edit(name));
    this.#on('removeConnection', 'The connection was not removed', (name) => manager.remove(name));
    this.#on('setKey', 'The key was not kept', (name) => manager.setKey(name));
    this.#on('removeKey', 'The key was not deleted', (name) => manager.removeKey(name));
    this.#on('testConnection', 'The connection was not tested', (name) => options.test(name));
    this.#own.add(
      registerCommand('arbscope.manageTrust', async () => {
        await vscode.commands.executeCommand('workbench.trust.manage');
      }),
    );
    this.#own.add(
      registerCommand('arbscope.getStarted', async () => {
        await vscode.commands.executeCommand(
          'workbench.action.openWalkthrough',
          `arbscope.arbscope#${walkthroughId}`,
          false,
        );
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  #on(
    command:
      | 'switchConnection'
      | 'addConnection'
      | 'editConnection'
      | 'removeConnection'
      | 'setKey'
      | 'removeKey'
      | 'testConnection',
    what: string,
    run: (name: unknown) => Promise<void>,
  ): void {
    const handle = async (given?: unknown): Promise<void> => {
      try {
        await run(command === 'switchConnection' ? given : this.#nameOf(given));
      } catch (error) {
        this.#tell(what, error);
      }
    };
    this.#own.add(registerCommand(`arbscope.${command}`, handle));
  }

  /** The button of a tree row or panel means the connection in use; anything strange, none. */
  #nameOf(given: unknown): unknown {
    const isRow = typeof given === 'object' && given !== null;
    return isRow ? this.#options.active.current.name : given;
  }

  /** Nobody waits for a notification to be answered. */
  #tell(what: string, error: unknown): void {
    const known = asMarketError(error);
    if (known.kind === 'cancelled') return;
    this.#options.log.warn(`${what}: ${known.message}`);
    void tellError({ what, error: known, place: { connection: this.#options.active.current } });
  }

  #stateChanged(): void {
    const { overview } = this.#options.active;
    setContext('arbscope.connection', phaseOf(overview));
    setContext('arbscope.connectionKind', overview.connection.kind);
    const { process, connection } = overview;
    // Told once: nothing works any more, and the views can only say that in general.
    if (process.kind === 'failed' && !this.#isFailureTold) {
      const what = 'Arbscope cannot answer';
      void tellError({ what, error: process.error, place: { connection, isProcessFailed: true } });
    }
    this.#isFailureTold = process.kind === 'failed';
  }
}
