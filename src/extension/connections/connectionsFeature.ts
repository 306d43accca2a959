import type { Disposable } from '../base/disposable.ts';
import { ConnectionCheck, type ConnectionCheckOptions } from './connectionCheck.ts';
import { ConnectionManager, type ConnectionManagerOptions } from './connectionManager.ts';

export type ConnectionsFeatureOptions = ConnectionManagerOptions & ConnectionCheckOptions;

/** The dialogs for managing connections, in a separate bundle that the first command loads. */
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
