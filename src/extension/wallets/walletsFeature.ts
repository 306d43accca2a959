import type * as vscode from 'vscode';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import { DisposableStore } from '../disposable.ts';
import type { Log } from '../log.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { TrackedWallets } from './trackedWallets.ts';
import { WalletCommands } from './walletCommands.ts';
import { WalletsView } from './walletsView.ts';

export interface WalletsFeatureOptions {
  readonly active: ActiveConnection;
  readonly prompter: Prompter;
  readonly globalState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

export class WalletsFeature extends DisposableStore {
  readonly tracked: TrackedWallets;
  readonly wallets: WalletsView;

  constructor({ active, prompter, globalState, workspaceState, log }: WalletsFeatureOptions) {
    super();
    const tracked = new TrackedWallets(globalState);
    this.tracked = tracked;
    this.wallets = this.add(new WalletsView({ active, storage: workspaceState, log, tracked }));
    this.add(new WalletCommands({ active, tracked, view: this.wallets, prompter }));
  }
}
