import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MarketError } from '../../api/marketError.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { describeError } from '../backend/errorDescription.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import {
  isSettingSet,
  readSetting,
  readUserSetting,
  setContext,
} from '../contributions/commandsAndSettings.ts';
import { hasAutoUpdatedExports } from './autoUpdateStorage.ts';
import type { AutoUpdatedExports } from './exports/autoUpdatedExports.ts';
import { FinderPreferences } from './filters/finderPreferences.ts';
import { filtersFromSettings } from './filtersFromSettings.ts';
import { hasFinderAlerts } from './finderAlerts.ts';
import { FinderView, type FinderViewOptions } from './finderView.ts';

type AutoUpdates = Pick<AutoUpdatedExports, 'refresh' | 'pause' | 'pauseOthers'>;

export interface FinderFeatureOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'arbscope' | 'request' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly recentResponses: FinderViewOptions['recentResponses'];
  /** Workspace state. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  /** Loaded late, because few windows export anything. */
  readonly loadExports: () => Promise<{ readonly autoUpdatedExports: AutoUpdates }>;
  readonly log: Log;
}

/**
 * The Finder and its preferences. Auto-updated exports are rewritten with each response, also while
 * the Finder is hidden, and paused when there is none.
 */
export class FinderFeature extends DisposableStore {
  readonly preferences: FinderPreferences;
  readonly view: FinderView;
  readonly #options: FinderFeatureOptions;
  readonly #start: NodeJS.Immediate;

  constructor(options: FinderFeatureOptions) {
    super();
    this.#options = options;
    const { active, recentResponses, storage, log } = options;
    const preferences = new FinderPreferences({
      defaultFilters: (windowSeconds) =>
        filtersFromSettings({ read: readSetting, isSet: isSettingSet }, windowSeconds),
      storage,
    });
    this.preferences = preferences;
    this.view = this.add(
      new FinderView({
        ...{ active, recentResponses, preferences, storage, log },
        hasExports: (source) => hasAutoUpdatedExports(storage, source),
        hasAlerts: () => hasFinderAlerts(readUserSetting('arbscope.alerts')),
      }),
    );
    this.add(this.view.onShown((shown) => this.#tellExports((exports) => exports.refresh(shown))));
    this.add(this.view.onNotRefreshed((error) => this.#pauseExports(error)));
    this.add(active.onSwitch(() => this.#pauseOthers()));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.alerts')) this.view.tree.refreshIfNeeded();
      }),
    );
    // Not during the activation, which other extensions wait for.
    this.#start = setImmediate(() => {
      this.#pauseOthers();
      this.view.tree.refreshIfNeeded();
    });
    setContext('arbscope.isKeepingFiles', hasAutoUpdatedExports(storage));
  }

  override dispose(): void {
    clearImmediate(this.#start);
    super.dispose();
  }

  #pauseExports(error: MarketError): void {
    const { active } = this.#options;
    const { name } = active.current;
    const label = describeError(error, getErrorContext(active)).headline;
    this.#tellExports((exports) => exports.pause(name, { kind: error.kind, label }));
  }

  /** Files of another connection wait until the window uses it again. */
  #pauseOthers(): void {
    const { name } = this.#options.active.current;
    const label = t('This window uses another connection.');
    this.#tellExports((exports) => exports.pauseOthers(name, { kind: 'other-connection', label }));
  }

  #tellExports(tell: (exports: AutoUpdates) => Promise<unknown>): void {
    const { storage, loadExports, log } = this.#options;
    if (!hasAutoUpdatedExports(storage)) return;
    void loadExports()
      .then(({ autoUpdatedExports }) => tell(autoUpdatedExports))
      .catch((error) => log.error(`Auto-updated exports: ${String(error)}`));
  }
}
