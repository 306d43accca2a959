import type { Disposable } from '../disposable.ts';
import { ConnectionManager, type ConnectionManagerOptions } from './connectionManager.ts';
import { ConnectionTest, type ConnectionTestOptions } from './connectionTest.ts';

export type ConversationsOptions = ConnectionManagerOptions & ConnectionTestOptions;

/**
 * What is asked and told when connections are managed: a bundle of its own, loaded with the first
 * command that needs it.
 */
export class Conversations implements Disposable {
  readonly manager: ConnectionManager;
  readonly test: ConnectionTest;

  constructor(options: ConversationsOptions) {
    this.manager = new ConnectionManager(options);
    this.test = new ConnectionTest(options);
  }

  dispose(): void {
    this.test.dispose();
  }
}
