import type * as vscode from 'vscode';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { readSetting, setContext } from '../contributions/commandsAndSettings.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { hasAutoUpdatedExports } from './autoUpdateStorage.ts';
import { FinderPreferences } from './filters/finderPreferences.ts';
import { filtersFromSettings } from './filtersFromSettings.ts';
import type { FinderResponse } from './finderResponse.ts';
import { FinderView, type FinderViewOptions } from './finderView.ts';

export interface FinderFeatureOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'request' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly recentResponses: FinderViewOptions['recentResponses'];
  readonly prompter: Prompter;
  /** Workspace state. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  /** Loaded late, because few windows export anything. */
  readonly loadExports: () => Promise<{
    readonly autoUpdatedExports: { refresh(shown: FinderResponse): Promise<unknown> };
  }>;
  readonly log: Log;
}

/** The Finder and its preferences; auto-updated exports are rewritten with each response. */
export class FinderFeature extends DisposableStore {
  readonly preferences: FinderPreferences;
  readonly view: FinderView;
  readonly #options: FinderFeatureOptions;

  constructor(options: FinderFeatureOptions) {
    super();
    this.#options = options;
    const { active, recentResponses, storage, prompter, log } = options;
    const preferences = new FinderPreferences({
      defaultFilters: () => filtersFromSettings(readSetting),
      storage,
    });
    this.preferences = preferences;
    this.view = this.add(
      new FinderView({ active, recentResponses, preferences, storage, prompter, log }),
    );
    this.add(this.view.onShown((shown) => void this.#updateExports(shown)));
    setContext('arbscope.isKeepingFiles', hasAutoUpdatedExports(storage));
  }

  async #updateExports(shown: FinderResponse): Promise<void> {
    const { storage, loadExports, log } = this.#options;
    if (!hasAutoUpdatedExports(storage)) return;
    try {
      const { autoUpdatedExports } = await loadExports();
      await autoUpdatedExports.refresh(shown);
    } catch (error) {
      log.error(`Auto-updated exports: ${String(error)}`);
    }
  }
}
