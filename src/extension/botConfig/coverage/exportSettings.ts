import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount, formatDuration } from '../../../api/format.ts';
import type {
  ExportSettings,
  SettingsAxes,
  SettingsContent,
} from '../../../webview/messages/coverage.ts';
import type { SettingId } from '../../contributions/settings.ts';
import { withFilter } from '../../finder/filters/filters.ts';
import type { FinderPreferences } from '../../finder/filters/finderPreferences.ts';
import type { Prompter } from '../../ui/prompts/prompter.ts';
import type { CoverageQuery } from './configCoverage.ts';
import { defaultAxes, runSettings, type SettingsRunOptions } from './settingsGrid.ts';

export interface ExportSettingsOptions {
  readonly arbscope: SettingsRunOptions['arbscope'];
  readonly preferences: Pick<FinderPreferences, 'filters' | 'setFilters'>;
  /** The Finder's auto-refresh interval; 0: manual refresh only. */
  readonly refreshSeconds: () => number;
  readonly prompter: Pick<Prompter, 'confirm'>;
  readonly onChange: (uri: string, settings: SettingsContent) => void;
}

/** The Finder's defaults for filters that are not set. */
const usual = { tokensMax: 20, rankingSeconds: 3_600 } as const;
const refreshSetting: SettingId = 'arbscope.finder.refreshSeconds';

/** The current export settings, and what other settings would have covered. */
export class ExportSettingsRuns {
  readonly #options: ExportSettingsOptions;
  readonly #contents = new Map<string, SettingsContent>();
  readonly #running = new Map<string, AbortController>();

  constructor(options: ExportSettingsOptions) {
    this.#options = options;
  }

  get(uri: string): SettingsContent {
    const known = this.#contents.get(uri);
    const current = this.current;
    if (known !== undefined) return { ...known, current };
    return {
      current,
      axes: defaultAxes(current, this.#number('tokensTimeRange') ?? usual.rankingSeconds),
      ...{ outcomes: null, total: null, running: null, fault: '' },
    };
  }

  /** Null if the Finder only refreshes manually, so that exports do not follow the market. */
  get current(): ExportSettings | null {
    const refresh_seconds = this.#options.refreshSeconds();
    if (refresh_seconds <= 0) return null;
    return {
      tokens_max: this.#number('tokensMax') ?? usual.tokensMax,
      min_transactions: this.#number('tokensMinTransactions') ?? 1,
      refresh_seconds,
      tokens_time_range: this.#number('tokensTimeRange') ?? usual.rankingSeconds,
    };
  }

  /** Cancels a previous run for the same config. */
  async run(uri: string, axes: SettingsAxes, query: CoverageQuery): Promise<void> {
    this.cancel(uri);
    const running = new AbortController();
    this.#running.set(uri, running);
    const { tokensMint } = this.#options.preferences.filters;
    const publish = (content: SettingsContent) => {
      if (this.#running.get(uri) !== running) return;
      this.#contents.set(uri, content);
      this.#options.onChange(uri, content);
    };
    const content = await runSettings(this.current, axes, {
      arbscope: this.#options.arbscope,
      query,
      baseMints: Array.isArray(tokensMint) ? tokensMint : [],
      signal: running.signal,
      onProgress: publish,
    });
    publish(content);
    if (this.#running.get(uri) === running) this.#running.delete(uri);
  }

  cancel(uri: string): void {
    this.#running.get(uri)?.abort();
  }

  clear(): void {
    for (const running of this.#running.values()) running.abort();
    this.#running.clear();
    this.#contents.clear();
  }

  /** Sets the Finder's filters and the user's refresh interval, after a confirmation. */
  async use(settings: ExportSettings): Promise<void> {
    const { preferences, prompter } = this.#options;
    const { tokens_max, min_transactions, refresh_seconds, tokens_time_range } = settings;
    const isWanted = await prompter.confirm({
      message: t('Use these settings in the Finder?'),
      detail: t(
        'Max tokens {0}, min transactions {1}, refresh every {2}, ranking window {3}.',
        formatCount(tokens_max),
        formatCount(min_transactions),
        formatDuration(refresh_seconds),
        formatDuration(tokens_time_range),
      ),
      confirmLabel: t('Use Settings'),
    });
    if (!isWanted) return;
    let filters = withFilter(preferences.filters, 'tokensMax', tokens_max);
    filters = withFilter(filters, 'tokensMinTransactions', min_transactions);
    filters = withFilter(filters, 'tokensTimeRange', tokens_time_range);
    await preferences.setFilters(filters);
    await vscode.workspace
      .getConfiguration()
      .update(refreshSetting, refresh_seconds, vscode.ConfigurationTarget.Global);
  }

  #number(name: 'tokensMax' | 'tokensMinTransactions' | 'tokensTimeRange'): number | undefined {
    const value = this.#options.preferences.filters[name];
    return typeof value === 'number' ? value : undefined;
  }
}
