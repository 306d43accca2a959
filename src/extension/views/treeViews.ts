import type * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { FinderActions } from '../finderActions/finderActions.ts';
import type { Log } from '../log.ts';
import { PoolCommands } from '../pools/poolCommands.ts';
import { PoolRequests } from '../pools/poolRequests.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { TrackedWallets } from '../wallets/trackedWallets.ts';
import { WalletCommands } from '../wallets/walletCommands.ts';
import type { FinderChoices } from './finderChoices.ts';
import type { FinderView } from './finderView.ts';
import { MarketCacheView } from './marketCacheView.ts';
import { WalletsView } from './walletsView.ts';

export interface TreeViewsOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'request' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly finder: Pick<FinderView, 'shown'>;
  readonly choices: FinderChoices;
  readonly prompter: Prompter;
  readonly user: Pick<vscode.Memento, 'get' | 'update'>;
  readonly workspace: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

/** The views that are closed until somebody opens them, their commands and those of the Finder. */
export class TreeViews implements Disposable {
  readonly tracked: TrackedWallets;
  readonly wallets: WalletsView;
  readonly marketCache: MarketCacheView;
  readonly pools: PoolRequests;
  readonly #own = new DisposableList();

  constructor(options: TreeViewsOptions) {
    const { active, prompter, user, workspace, log } = options;
    const own = this.#own;
    const tracked = new TrackedWallets(user);
    const pools = new PoolRequests(active);
    this.pools = pools;
    const { finder, choices } = options;
    own.add(new FinderActions({ finder, choices, tracked, prompter, user }));
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
