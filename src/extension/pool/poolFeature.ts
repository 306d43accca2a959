import type * as vscode from 'vscode';
import { isAddress } from '../../api/base58.ts';
import { defaultPlacePeriodSeconds } from '../../webview/messages/period.ts';
import type { PoolContent, PoolRequest, PoolState } from '../../webview/messages/pool.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import type { MarketCacheView } from '../marketCache/marketCacheView.ts';
import { searchPools } from '../marketCache/searchPools.ts';
import type { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import { rowAddress } from '../ui/treeRow.ts';
import { createPoolPanel } from './poolPanel.ts';

export interface PoolFeatureOptions {
  readonly active: ActiveConnection;
  readonly pools: PoolClient;
  readonly view: Pick<MarketCacheView, 'ensureLoaded'>;
  readonly tracked: Pick<TrackedWallets, 'labelOf'>;
  readonly recentResponses: RecentResponses;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export class PoolFeature extends DisposableStore {
  readonly panels: PanelManager<PoolState, PoolContent, PoolRequest>;

  constructor(options: PoolFeatureOptions) {
    super();
    const { active, pools, view, tracked, recentResponses, extensionUri, log } = options;
    const panels = new PanelManager({
      kind: createPoolPanel({
        arbscope: active.arbscope,
        pools,
        recentResponses,
        source: () => active.current,
        walletLabel: (wallet) => tracked.labelOf(wallet),
      }),
      extensionUri,
      log,
      errorContext: () => getErrorContext(active),
    });
    this.panels = this.add(panels);
    this.add(active.onSwitch(() => panels.reload()));
    this.add(
      registerCommand('arbscope.openPool', async (what) => {
        const given = typeof what === 'string' ? what : rowAddress(what);
        const pool = given ?? (await searchPools(pools, view))?.pool ?? '';
        if (!isAddress(pool)) return;
        panels.open(panels.stateOf(pool) ?? { pool, periodSeconds: defaultPlacePeriodSeconds });
      }),
    );
  }
}
