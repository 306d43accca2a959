import type * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { Log } from '../log.ts';
import { PoolCommands } from '../pools/poolCommands.ts';
import { PoolRequests } from '../pools/poolRequests.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { TrackedWallets } from '../wallets/trackedWallets.ts';
import { WalletCommands } from '../wallets/walletCommands.ts';
import { MarketCacheView } from './marketCacheView.ts';
import { WalletsView } from './walletsView.ts';

export interface TreeViewsOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'request' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly prompter: Prompter;
  readonly user: Pick<vscode.Memento, 'get' | 'update'>;
  readonly workspace: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

/** The views that are closed until somebody opens them, and their commands. */
export class TreeViews implements Disposable {
  readonly tracked: TrackedWallets;
  readonly wallets: WalletsView;
  readonly marketCache: MarketCacheView;
  readonly pools: PoolRequests;
  readonly #own = new DisposableList();

  constructor({ active, prompter, user, workspace, log }: TreeViewsOptions) {
    const own = this.#own;
    const tracked = new TrackedWallets(user);
    const pools = new PoolRequests(active);
    this.pools = pools;
    const shared = { active, storage: workspace, log };
    this.tracked = tracked;
    this.wallets = own.add(new WalletsView({ ...shared, tracked }));
    own.add(new WalletCommands({ active, tracked, view: this.wallets, prompter }));
    this.marketCache = own.add(new MarketCacheView({ ...shared, pools }));
    own.add(new PoolCommands({ active, pools, view: this.marketCache, prompter }));
  }

  dispose(): void {
    this.#own.dispose();
  }
}
