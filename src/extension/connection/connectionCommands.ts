import type * as vscode from 'vscode';
import { type Disposable, DisposableList } from '../disposable.ts';
import { registerCommand, setContext } from '../register.ts';
import type { MarketConnection } from './marketConnection.ts';

/** The commands around the connection, and its state for `when` clauses. */
export class ConnectionCommands implements Disposable {
  readonly #own = new DisposableList();

  constructor(
    connection: Pick<MarketConnection, 'state' | 'onState' | 'connect'>,
    log: Pick<vscode.LogOutputChannel, 'show'>,
  ) {
    setContext('arbscope.connection', connection.state.kind);
    this.#own.add(connection.onState(({ kind }) => setContext('arbscope.connection', kind)));
    this.#own.add(registerCommand('arbscope.showLog', () => log.show()));
    this.#own.add(
      registerCommand('arbscope.reconnect', async () => {
        // Its failure is told by the state, to every view at once.
        await connection.connect().catch(() => undefined);
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }
}
