import { DisposableStore } from '../base/disposable.ts';
import { TrackedWallets } from '../shared/trackedWallets.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { WalletCommands } from './walletCommands.ts';
import { WalletsView, type WalletsViewOptions } from './walletsView.ts';

export type WalletsFeatureOptions = Pick<
  WalletsViewOptions,
  'active' | 'recentResponses' | 'log'
> & {
  readonly prompter: Prompter;
  readonly globalState: WalletsViewOptions['storage'];
  readonly workspaceState: WalletsViewOptions['storage'];
};

export class WalletsFeature extends DisposableStore {
  readonly tracked: TrackedWallets;
  readonly wallets: WalletsView;

  constructor(options: WalletsFeatureOptions) {
    super();
    const { active, recentResponses, prompter, globalState, workspaceState, log } = options;
    const tracked = new TrackedWallets(globalState);
    this.tracked = tracked;
    this.wallets = this.add(
      new WalletsView({ active, recentResponses, storage: workspaceState, log, tracked }),
    );
    this.add(new WalletCommands({ active, tracked, view: this.wallets, prompter }));
  }
}
