import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MarketError } from '../../api/marketError.ts';
import { readSetting, registerCommand, setContext } from '../commandsAndSettings.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import type { ConnectionOverview } from '../connections/connectionPhase.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableStore, Listeners } from '../disposable.ts';
import type { Log } from '../log.ts';
import { AddressDragController } from '../ui/addressDragController.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { RefreshableTreeView } from '../ui/refreshableTreeView.ts';
import { changedFilterNames, toFinderParameters } from './filters/filters.ts';
import { settingForParameter } from './filtersFromSettings.ts';
import { FinderContent } from './finderContent.ts';
import type { FinderPreferences } from './finderPreferences.ts';
import type { FinderResponse } from './finderResponse.ts';
import { TokenInfoLoader } from './tokenInfoLoader.ts';
import { tokenOrderLabels } from './tokenOrder.ts';
import { verdictChangeMessage } from './verdictRow.ts';

export interface FinderViewOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly preferences: FinderPreferences;
  /** Of this workspace, for what is open. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly prompter: Pick<Prompter, 'notify'>;
  readonly log: Log;
}

/** Facts of tokens come one by one; the rows are made anew for several together. */
const tokenInfoDelayMilliseconds = 250;

/** The Finder: the verdict, the percentiles and the ranked tokens. */
export class FinderView extends DisposableStore {
  readonly tree: RefreshableTreeView;
  readonly #options: FinderViewOptions;
  readonly #shownListeners = new Listeners<FinderResponse>();
  readonly #tokenInfo: TokenInfoLoader;
  readonly #content: FinderContent;
  #tokenInfoTimer: NodeJS.Timeout | undefined;

  constructor(options: FinderViewOptions) {
    super();
    this.#options = options;
    const { active, preferences, storage, log } = options;
    this.#tokenInfo = this.add(new TokenInfoLoader(active.service));
    const infoOf = (mint: string) => this.#tokenInfo.get(mint);
    this.#content = new FinderContent({ preferences, infoOf });
    this.tree = this.add(
      new RefreshableTreeView({
        viewId: viewIds.finder,
        active,
        storage,
        log,
        dragAndDropController: new AddressDragController(),
        canSelectMany: true,
        errorTitle: t('The Finder has no new answer'),
        retryCommand: 'arbscope.refreshFinder',
        load: (signal, forceRefresh) => this.#load(signal, forceRefresh),
        reset: () => {
          this.#tokenInfo.clear();
          this.#content.clear();
        },
        rows: () => this.#content.rows,
        answeredAtMilliseconds: () => this.response?.answeredAtMilliseconds ?? null,
        filterLabels: () => this.#filterLabels(),
        refreshSeconds: () => readSetting('arbscope.finder.refreshSeconds'),
        loadingMessage,
        errorContext: (error) => this.#parameterOrigin(error),
        rendersChangesOnly: true,
      }),
    );
    this.#updateContextKey();
    this.add(this.#tokenInfo.onChange(() => this.#renderSoon()));
    this.add(preferences.onChange((what) => this.#preferencesChanged(what === 'filters')));
    this.add(
      registerCommand(
        'arbscope.refreshFinder',
        () => void this.tree.refresh({ forceRefresh: true }),
      ),
    );
    this.add(
      // Nothing is asked for in the background either while nobody looks.
      this.tree.view.onDidChangeVisibility(({ visible }) => {
        if (visible) void this.#tokenInfo.load(this.#content.mintsToLoad);
        else this.#tokenInfo.stop();
      }),
    );
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(viewIds.finder)) this.tree.invalidate();
      }),
    );
  }

  /** The newest answer, with every token; null before the first. */
  get response(): FinderResponse | null {
    return this.#content.response;
  }

  /** The newest answer with the tokens that the rows show, in their order. */
  get shown(): FinderResponse | null {
    return this.#content.shown;
  }

  /**
   * Each new answer as it is shown, and the same again when other tokens of it are. Of a refresh
   * that fails nothing is told: the last answer stays.
   */
  onShown(listener: (shown: FinderResponse) => void): Disposable {
    return this.#shownListeners.add(listener);
  }

  override dispose(): void {
    clearTimeout(this.#tokenInfoTimer);
    super.dispose();
  }

  async #load(signal: AbortSignal, forceRefresh: boolean): Promise<void> {
    const { active, preferences, log } = this.#options;
    const { kind, name } = active.current;
    const request = toFinderParameters(preferences.filters);
    let answeredAtMilliseconds: number | undefined;
    const result = await active.service.finder(request, {
      signal,
      forceRefresh,
      onResponse: ({ cachedAtMilliseconds }) => {
        answeredAtMilliseconds = cachedAtMilliseconds;
      },
      onWaiting: (progress) => {
        if (!signal.aborted) this.tree.onWaiting(progress);
      },
    });
    if (signal.aborted) return;
    const response: FinderResponse = {
      result,
      request,
      source: { kind, name },
      answeredAtMilliseconds: answeredAtMilliseconds ?? Date.now(),
    };
    log.info(`Finder: ${result.tokens?.length ?? 0} tokens of ${name}`);
    this.#notifyVerdictChange(verdictChangeMessage(this.response, response));
    this.#content.setResponse(response);
    this.#updateRows();
    void this.#tokenInfo.load(this.#content.mintsToLoad);
  }

  #updateRows(): void {
    const isOther = this.#content.updateRows();
    if (isOther && this.shown !== null) this.#shownListeners.fire(this.shown);
  }

  #renderSoon(): void {
    this.#tokenInfoTimer ??= setTimeout(() => {
      this.#tokenInfoTimer = undefined;
      this.#updateRows();
      this.tree.render();
    }, tokenInfoDelayMilliseconds);
  }

  /** Where a refused parameter came from: the user's filters, or a setting. */
  #parameterOrigin({ kind, parameter }: MarketError) {
    const { filters, defaultFilters } = this.#options.preferences;
    const changed = changedFilterNames(filters, defaultFilters);
    // A service need not name the parameter that it refuses.
    const isUnnamed = kind === 'bad-parameter' && parameter === undefined && changed.length > 0;
    const filter = isUnnamed ? '' : changed.find((name) => name === parameter);
    return filter === undefined ? { setting: settingForParameter(parameter) } : { filter };
  }

  #preferencesChanged(hasOtherFilters: boolean): void {
    this.#updateContextKey();
    this.#updateRows();
    if (hasOtherFilters) this.tree.invalidate();
    else this.tree.render();
  }

  #updateContextKey(): void {
    const { changedFilterLabels } = this.#options.preferences;
    setContext('arbscope.finderFiltered', changedFilterLabels.length > 0);
  }

  /** Every filter that is not the usual one, and another order. */
  #filterLabels(): string[] {
    const { changedFilterLabels, order } = this.#options.preferences;
    const by = order === 'revenues' ? [] : [t('by {0}', tokenOrderLabels[order].toLowerCase())];
    return [...changedFilterLabels, ...by];
  }

  /** @param message What to say of a verdict that has turned; null where it has not. */
  #notifyVerdictChange(message: string | null): void {
    if (message === null || !readSetting('arbscope.finder.notifyOnVerdict')) return;
    const open = t('Show Finder');
    void this.#options.prompter.notify('info', message, [open]).then(async (pressed) => {
      if (pressed === open) await vscode.commands.executeCommand(`${viewIds.finder}.focus`);
    });
  }
}

/** What is said while the first response is on its way. */
function loadingMessage({ connection, status }: ConnectionOverview): string {
  const progress = status?.state === 'starting' ? ` ${status.message}` : '';
  return connection.kind === 'service'
    ? t('Asking {0}…', connection.name)
    : `${t('Preparing the {0} market…', connection.name)}${progress}`;
}
