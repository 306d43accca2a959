import type { Disposable } from '../base/disposable.ts';
import { ConnectionCheck, type ConnectionCheckOptions } from './connectionCheck.ts';
import { ConnectionManager, type ConnectionManagerOptions } from './connectionManager.ts';

export type ConnectionsFeatureOptions = ConnectionManagerOptions & ConnectionCheckOptions;

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
