import type { Disposable } from '../base/disposable.ts';
import { ConnectionCheck, type ConnectionCheckOptions } from './connectionCheck.ts';
import { ConnectionManager, type ConnectionManagerOptions } from './connectionManager.ts';

export type ConnectionsFeatureOptions = ConnectionManagerOptions & ConnectionCheckOptions;

/**
 * What is asked and told when connections are managed: a bundle of its own, loaded with the first
 * command that needs it.
 */
export class ConnectionsFeature implements Disposable {
  readonly manager: ConnectionManager;
  readonly check: ConnectionCheck;

  constructor(options: ConnectionsFeatureOptions) {
    this.manager = new ConnectionManager(options);
    this.check = new ConnectionCheck(options);
  }

  dispose(): void {
    this.check.dispose();
  }
}
