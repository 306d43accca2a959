import type * as vscode from 'vscode';
import { readSetting } from '../commandsAndSettings.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import { DisposableStore } from '../disposable.ts';
import { ExportCommands } from '../finder/exports/exportCommands.ts';
import { filtersFromSettings } from '../finder/filtersFromSettings.ts';
import { FinderPreferences } from '../finder/finderPreferences.ts';
import { FinderView } from '../finder/finderView.ts';
import type { Log } from '../log.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { TrackedWallets } from './trackedWallets.ts';
import { WalletCommands } from './walletCommands.ts';
import { WalletsView } from './walletsView.ts';

export interface WalletsFeatureOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly prompter: Prompter;
  readonly globalState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

/** The Finder and Wallets, and their commands. */
export class WalletsFeature extends DisposableStore {
  readonly choices: FinderPreferences;
  readonly finder: FinderView;
  readonly exporting: ExportCommands;
  readonly tracked: TrackedWallets;
  readonly wallets: WalletsView;

  constructor({ active, prompter, globalState, workspaceState, log }: WalletsFeatureOptions) {
    super();
    const storage = workspaceState;
    this.choices = new FinderPreferences({
      defaultFilters: () => filtersFromSettings(readSetting),
      storage,
    });
    const { choices: preferences } = this;
    this.finder = this.add(new FinderView({ active, preferences, storage, prompter, log }));
    const { finder } = this;
    this.exporting = this.add(new ExportCommands({ finder, prompter, storage, log }));
    const tracked = new TrackedWallets(globalState);
    this.tracked = tracked;
    this.wallets = this.add(new WalletsView({ active, storage, log, tracked }));
    this.add(new WalletCommands({ active, tracked, view: this.wallets, prompter }));
  }
}
