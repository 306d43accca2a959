import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MarketError } from '../../api/marketError.ts';
import { readSetting, registerCommand, setContext } from '../commandsAndSettings.ts';
import { type ActiveConnection, getErrorContext } from '../connections/activeConnection.ts';
import { type ConnectionOverview, getConnectionPhase } from '../connections/connectionPhase.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableStore, Listeners } from '../disposable.ts';
import type { Log } from '../log.ts';
import { AddressDragController } from '../ui/addressDragController.ts';
import { Countdown } from '../ui/countdown.ts';
import { asMarketError } from '../ui/errorDescription.ts';
import { errorRow } from '../ui/errorRow.ts';
import { ExpandedRows } from '../ui/expandedRows.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { setViewMessage } from '../ui/setViewMessage.ts';
import { toTreeItem, withTooltip } from '../ui/treeItem.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import { changedFilterNames, toFinderParameters } from './filters/filters.ts';
import { settingForParameter } from './filtersFromSettings.ts';
import { FinderContent } from './finderContent.ts';
import type { FinderPreferences } from './finderPreferences.ts';
import { type FinderResponse, sandboxSourceName, sourceLabel } from './finderResponse.ts';
import { loadingMessage } from './loadingMessage.ts';
import { RenderedRows } from './renderedRows.ts';
import { TokenInfoLoader } from './tokenInfoLoader.ts';
import { tokenOrderLabels } from './tokenOrder.ts';
import { verdictChangeMessage } from './verdictChangeMessage.ts';

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

/** The Finder: the verdict, the percentiles and the ranked tokens. It asks only while visible. */
export class FinderView implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly #options: FinderViewOptions;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<TreeRow[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeRow>;
  readonly #countdown: Countdown;
  readonly #expandedRows: ExpandedRows;
  readonly #renderedRows = new RenderedRows((id) => this.#expandedRows.has(id));
  readonly #shownListeners = new Listeners<FinderResponse>();
  readonly #tokenInfo: TokenInfoLoader;
  readonly #content: FinderContent;
  #tokenInfoTimer: NodeJS.Timeout | undefined;
  #error: MarketError | null = null;
  #activeRequest: AbortController | null = null;
  #needsRefresh = true;
  #refreshTimer: NodeJS.Timeout | undefined;
  #phase: ReturnType<typeof getConnectionPhase>;

  constructor(options: FinderViewOptions) {
    this.#options = options;
    const { active, preferences, storage } = options;
    this.#tokenInfo = this.#disposables.add(new TokenInfoLoader({ service: active.service }));
    const infoOf = (mint: string) => this.#tokenInfo.get(mint);
    this.#content = new FinderContent({ preferences, infoOf });
    this.#phase = getConnectionPhase(active.overview);
    this.#view = this.#disposables.add(
      vscode.window.createTreeView(viewIds.finder, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
        dragAndDropController: new AddressDragController(),
      }),
    );
    this.#expandedRows = this.#disposables.add(
      new ExpandedRows({ view: this.#view, storage, key: `${viewIds.finder}.open` }),
    );
    this.#countdown = this.#disposables.add(
      new Countdown((seconds) => this.#showMessage(t('Next call in {0} s', seconds))),
    );
    this.#updateDescription();
    this.#showMessage('');
    this.#disposables.add(this.#tokenInfo.onChange(() => this.#renderSoon()));
    this.#disposables.add(
      preferences.onChange((what) => this.#preferencesChanged(what === 'filters')),
    );
    this.#disposables.add(
      registerCommand('arbscope.refreshFinder', () => this.refresh({ forceRefresh: true })),
    );
    this.#disposables.add(this.#view.onDidChangeVisibility(() => this.#visibilityChanged()));
    this.#disposables.add(active.onSwitch(() => this.#connectionSwitched()));
    this.#disposables.add(active.onOverview((overview) => this.#connectionChanged(overview)));
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(viewIds.finder)) return;
        this.#updateDescription();
        this.#needsRefresh = true;
        this.#refreshIfNeeded();
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

  /** What is shown above the rows; for tests. */
  get message(): string {
    return this.#view.message ?? '';
  }

  /** What stands beside the title: who answers, and every filter that is not the usual one. */
  get description(): string {
    return this.#view.description ?? '';
  }

  /** The rows at the top as they are; for tests. */
  get rows(): readonly TreeRow[] {
    return this.#renderedRows.rows;
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return toTreeItem(this.#renderedRows.latest(row), this.#expandedRows.has(row.id));
  }

  resolveTreeItem(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
    return withTooltip(item, this.#renderedRows.latest(row));
  }

  getChildren(row?: TreeRow): TreeRow[] {
    if (row !== undefined) {
      this.#expandedRows.markExpanded(row.id);
      return [...(this.#renderedRows.latest(row).children?.() ?? [])];
    }
    // The first that the editor asks shows that the view is there to be seen.
    const isNew = this.response === null && this.#error === null && this.#activeRequest === null;
    if (isNew && this.#needsRefresh) this.refresh();
    return this.#renderedRows.renderAll();
  }

  /**
   * Asks the finder again; a request under way is dropped. Failures become a row. `forceRefresh`: an
   * answer that is kept will not do.
   */
  refresh({ forceRefresh = false } = {}): void {
    clearTimeout(this.#refreshTimer);
    this.#countdown.stop();
    this.#needsRefresh = false;
    this.#activeRequest?.abort();
    const asking = new AbortController();
    this.#activeRequest = asking;
    void vscode.window.withProgress({ location: { viewId: viewIds.finder } }, async () => {
      await this.#load(asking.signal, forceRefresh);
      if (this.#activeRequest !== asking) return;
      this.#activeRequest = null;
      this.#scheduleRefresh();
    });
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    clearTimeout(this.#tokenInfoTimer);
    this.#activeRequest?.abort();
    this.#disposables.dispose();
  }

  async #load(signal: AbortSignal, forceRefresh: boolean): Promise<void> {
    const { active, preferences, log } = this.#options;
    const source = active.current.name;
    const request = toFinderParameters(preferences.filters);
    if (this.response === null) this.#showMessage(loadingMessage(active.overview));
    let cachedAtMilliseconds: number | undefined;
    try {
      const result = await active.service.finder(request, {
        signal,
        forceRefresh,
        onResponse: (answer) => {
          cachedAtMilliseconds = answer.cachedAtMilliseconds;
        },
        onWaiting: ({ nextCallAtMilliseconds }) => {
          if (!signal.aborted) this.#countdown.start(nextCallAtMilliseconds);
        },
      });
      if (signal.aborted) return;
      const answer: FinderResponse = {
        result,
        request,
        source,
        answeredAtMilliseconds: cachedAtMilliseconds ?? Date.now(),
      };
      log.info(`Finder: ${result.tokens?.length ?? 0} tokens of ${source}`);
      this.#notifyVerdictChange(verdictChangeMessage(this.response, answer));
      this.#content.setResponse(answer);
      this.#error = null;
      this.#render();
      this.#countdown.stop();
      this.#showMessage('');
      void this.#tokenInfo.load(this.#content.mintsToLoad);
    } catch (error) {
      if (!signal.aborted) this.#handleError(asMarketError(error));
      log.warn(`Finder: ${asMarketError(error).message}`);
    }
  }

  #handleError(error: MarketError): void {
    const { backend } = this.#options.active.overview;
    this.#countdown.stop();
    // The message says so already, and the answer is asked for again by itself.
    if (backend.kind === 'recovering') this.#needsRefresh = true;
    else if (error.kind === 'rate-limited' && error.retryAfterSeconds !== undefined) {
      this.#retryAfter(error.retryAfterSeconds);
    }
    // What became of the process says more than what became of this one question.
    else this.#showError(backend.kind === 'failed' ? backend.error : error);
  }

  /** A service that wants to be left alone for a while is asked again after it: no failure. */
  #retryAfter(seconds: number): void {
    const milliseconds = Math.max(1, seconds) * 1_000;
    this.#countdown.start(Date.now() + milliseconds);
    this.#refreshTimer = setTimeout(() => {
      this.#needsRefresh = true;
      this.#refreshIfNeeded();
    }, milliseconds);
  }

  #showError(error: MarketError): void {
    this.#error = error;
    this.#showMessage('');
    this.#render();
  }

  #render(): void {
    const isOther = this.#content.updateRows();
    const rows = [...this.#content.rows];
    if (this.#error !== null && !this.#showsWelcome()) {
      rows.unshift(
        errorRow({
          title: t('The Finder has no new answer'),
          error: this.#error,
          errorContext: {
            ...getErrorContext(this.#options.active),
            ...this.#parameterOrigin(this.#error),
          },
          retryCommand: 'arbscope.refreshFinder',
          lastResponseAtMilliseconds: this.response?.answeredAtMilliseconds ?? null,
          nowMilliseconds: Date.now(),
        }),
      );
    }
    for (const part of this.#renderedRows.update(rows)) this.#changed.fire(part);
    if (isOther && this.shown !== null) this.#shownListeners.fire(this.shown);
  }

  #renderSoon(): void {
    if (this.#tokenInfoTimer !== undefined) return;
    this.#tokenInfoTimer = setTimeout(() => {
      this.#tokenInfoTimer = undefined;
      this.#render();
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

  #preferencesChanged(isAskedOtherwise: boolean): void {
    this.#updateDescription();
    this.#render();
    if (!isAskedOtherwise) return;
    this.#needsRefresh = true;
    this.#refreshIfNeeded();
  }

  #updateDescription(): void {
    const { active, preferences } = this.#options;
    const { changedFilterLabels, order } = preferences;
    const by = order === 'revenues' ? [] : [t('by {0}', tokenOrderLabels[order].toLowerCase())];
    this.#view.description = [active.current.name, ...changedFilterLabels, ...by].join(' · ');
    setContext('arbscope.finderFiltered', changedFilterLabels.length > 0);
  }

  /** @param words What to say of a verdict that has turned; null where it has not. */
  #notifyVerdictChange(words: string | null): void {
    if (words === null || !readSetting('arbscope.finder.notifyOnVerdict')) return;
    const open = t('Show Finder');
    void this.#options.prompter.notify('info', words, [open]).then(async (pressed) => {
      if (pressed === open) await vscode.commands.executeCommand(`${viewIds.finder}.focus`);
    });
  }

  /**
   * Whether the editor shows the view's welcome content, which says what to do before there can be
   * any answer: only where there are neither rows nor a message.
   */
  #showsWelcome(): boolean {
    const { backend, blockedReason } = this.#options.active.overview;
    return this.response === null && (blockedReason !== null || backend.kind === 'failed');
  }

  /**
   * What stands above the rows. While there is nothing else to say, simulated data is called what
   * it is: the description is not drawn while the view is alone in its container.
   */
  #showMessage(message: string): void {
    const { name } = this.#options.active.current;
    const label = name === sandboxSourceName ? sourceLabel(name) : '';
    const said = message === '' ? label : message;
    setViewMessage(this.#view, this.#showsWelcome() ? '' : said);
  }

  /** Nothing is asked for in the background either while nobody looks. */
  #visibilityChanged(): void {
    if (!this.#view.visible) this.#tokenInfo.stop();
    else if (this.#needsRefresh) this.refresh();
    else void this.#tokenInfo.load(this.#content.mintsToLoad);
  }

  #refreshIfNeeded(): void {
    if (this.#needsRefresh && this.#view.visible) this.refresh();
  }

  /** Nothing is asked while nobody looks: a hidden view asks when it is shown again. */
  #scheduleRefresh(): void {
    const seconds = readSetting('arbscope.finder.refreshSeconds');
    if (seconds <= 0) return;
    this.#refreshTimer = setTimeout(() => {
      this.#needsRefresh = true;
      this.#refreshIfNeeded();
    }, seconds * 1_000);
  }

  /** Rows of one connection are never shown under the name of another. */
  #connectionSwitched(): void {
    this.#activeRequest?.abort();
    this.#activeRequest = null;
    clearTimeout(this.#refreshTimer);
    this.#countdown.stop();
    this.#tokenInfo.clear();
    this.#content.clear();
    this.#error = null;
    this.#needsRefresh = true;
    this.#updateDescription();
    this.#showMessage('');
    this.#render();
    this.#refreshIfNeeded();
  }

  #connectionChanged(overview: ConnectionOverview): void {
    const { backend, status } = overview;
    const phase = getConnectionPhase(overview);
    const before = this.#phase;
    this.#phase = phase;
    if (backend.kind === 'recovering') {
      this.#needsRefresh = true;
      this.#error = null;
      this.#showMessage(
        t('The backend ended unexpectedly. Starting it again (attempt {0})…', backend.attempt),
      );
      this.#render();
    } else if (phase === before) {
      if (this.#activeRequest !== null && status?.state === 'starting')
        this.#showMessage(loadingMessage(overview));
    } else if (backend.kind === 'failed') {
      this.#needsRefresh = true;
      this.#showError(backend.error);
    } else if (overview.blockedReason !== null) {
      this.#needsRefresh = true;
      this.#showMessage('');
      this.#render();
    } else if (phase === 'starting' || phase === 'ready' || phase === 'idle') {
      if (this.#activeRequest !== null && phase === 'starting')
        this.#showMessage(loadingMessage(overview));
      else this.#refreshIfNeeded();
    }
  }
}
