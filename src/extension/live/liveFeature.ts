import * as vscode from 'vscode';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { DisposableStore } from '../base/disposable.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import type { FinderView } from '../finder/finderView.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { addressNames } from './addressNames.ts';
import { parseScope } from './arbitrageScope.ts';
import { showLiveFilterForm } from './liveFilterForm.ts';
import { LivePreferences } from './livePreferences.ts';
import { LiveView, type LiveViewOptions } from './liveView.ts';

export type LiveFeatureOptions = Omit<LiveViewOptions, 'preferences'> & {
  readonly tracked: TrackedWallets;
  readonly recentResponses: Pick<RecentResponses, 'mint' | 'addWalletTransactions'>;
  readonly finder: Pick<FinderView, 'shown'>;
  readonly prompter: Prompter;
};

export class LiveFeature extends DisposableStore {
  readonly view: LiveView;
  readonly preferences: LivePreferences;
  readonly #options: LiveFeatureOptions;

  constructor(options: LiveFeatureOptions) {
    super();
    this.#options = options;
    const { storage, tracked, recentResponses } = options;
    const preferences = new LivePreferences(storage, addressNames(tracked, recentResponses));
    this.preferences = preferences;
    const view = this.add(new LiveView({ ...options, preferences }));
    this.view = view;
    const refresh = () => void view.tree.refresh({ forceRefresh: true });
    this.add(registerCommand('arbscope.refreshLive', refresh));
    this.add(registerCommand('arbscope.pauseLive', () => view.pause()));
    this.add(registerCommand('arbscope.resumeLive', () => view.resume()));
    this.add(registerCommand('arbscope.showOlderArbitrages', () => view.showOlder()));
    this.add(registerCommand('arbscope.clearLiveFilters', () => preferences.setFilter({})));
    this.add(registerCommand('arbscope.showArbitrages', (scope) => this.#show(scope)));
    this.add(registerCommand('arbscope.filterLive', () => this.#filter()));
    this.add(registerCommand('arbscope.editLiveFilters', () => this.#filter()));
  }

  async #show(given: unknown): Promise<void> {
    const scope = parseScope(given);
    if (scope !== null) await this.preferences.show(scope);
    await vscode.commands.executeCommand(`${viewIds.live}.focus`);
  }

  async #filter(): Promise<void> {
    const { prompter, tracked, finder } = this.#options;
    await showLiveFilterForm({
      prompter,
      preferences: this.preferences,
      suggestionsFor: (of) => {
        if (of === 'wallets') return tracked.addresses;
        if (of === 'amms') return [...ammPrograms.keys()];
        return of === 'mints' ? (finder.shown?.result.tokens ?? []).map(({ mint }) => mint) : [];
      },
    });
  }
}
