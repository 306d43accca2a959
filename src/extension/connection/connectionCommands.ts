import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { walkthroughId } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import { tellError } from '../errors/tellError.ts';
import type { Log } from '../log.ts';
import { registerCommand, runCommand, setContext } from '../register.ts';
import { type ActiveConnection, placeOfFailure } from './activeConnection.ts';
import { phaseOf } from './connectionPhase.ts';
import type { Conversations, ConversationsOptions } from './conversations.ts';
import type { MarketConnection } from './marketConnection.ts';

export interface ConnectionCommandsOptions extends Omit<ConversationsOptions, 'tryOut'> {
  readonly market: Pick<MarketConnection, 'connect' | 'request'>;
  readonly active: ActiveConnection;
  readonly log: Pick<vscode.LogOutputChannel, 'show'> & Log;
}

/** The commands around connections, and their state for `when` clauses. */
export class ConnectionCommands implements Disposable {
  readonly #own = new DisposableList();
  readonly #options: ConnectionCommandsOptions;
  #loading: Promise<Conversations> | null = null;
  #isFailureTold = false;

  constructor(options: ConnectionCommandsOptions) {
    this.#options = options;
    const { active, log, market } = options;
    this.#stateChanged();
    this.#own.add(active.onOverview(() => this.#stateChanged()));
    this.#own.add(registerCommand('arbscope.showLog', () => log.show()));
    this.#own.add(
      registerCommand('arbscope.reconnect', async () => {
        // Its failure is told by the state, to every view at once.
        await market.connect().catch(() => undefined);
      }),
    );
    this.#on('switchConnection', t('The connection was not switched'), ({ manager }, name) =>
      manager.switchTo(name),
    );
    this.#on('addConnection', t('The connection was not added'), ({ manager }) => manager.add());
    this.#on('editConnection', t('The connection was not changed'), ({ manager }, name) =>
      manager.edit(name),
    );
    this.#on('removeConnection', t('The connection was not removed'), ({ manager }, name) =>
      manager.remove(name),
    );
    this.#on('setKey', t('The key was not kept'), ({ manager }, name) => manager.setKey(name));
    this.#on('removeKey', t('The key was not deleted'), ({ manager }, name) =>
      manager.removeKey(name),
    );
    this.#on('testConnection', t('The connection was not tested'), ({ test }, name) =>
      test.runNamed(name),
    );
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

  /** What is asked and told is a bundle of its own, loaded once: most windows need none of it. */
  #load(): Promise<Conversations> {
    const tryOut = (name: string) => runCommand('arbscope.testConnection', name);
    this.#loading ??= import('./conversations.ts').then(({ Conversations: Loaded }) =>
      this.#own.add(new Loaded({ ...this.#options, tryOut })),
    );
    return this.#loading;
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
    run: (loaded: Conversations, name: unknown) => Promise<void>,
  ): void {
    const handle = async (given?: unknown): Promise<void> => {
      try {
        const name = command === 'switchConnection' ? given : this.#nameOf(given);
        await run(await this.#load(), name);
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
    void tellError({ what, error: known, place: placeOfFailure(this.#options.active) });
  }

  #stateChanged(): void {
    const { overview } = this.#options.active;
    setContext('arbscope.connection', phaseOf(overview));
    setContext('arbscope.connectionKind', overview.connection.kind);
    const { process, connection } = overview;
    // Told once: nothing works any more, and the views can only say that in general.
    if (process.kind === 'failed' && !this.#isFailureTold) {
      const what = t('Arbscope cannot answer');
      void tellError({ what, error: process.error, place: { connection, isProcessFailed: true } });
    }
    this.#isFailureTold = process.kind === 'failed';
  }
}
