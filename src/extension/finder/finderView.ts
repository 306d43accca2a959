import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FinderParameters, FinderResult } from '../../api/finder.ts';
import { finderTokensMaxRange } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import type { CallResponse } from '../../backend/protocol/callProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ConnectionOverview } from '../backend/connectionPhase.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { type DataSource, sourceLabel } from '../base/connections.ts';
import { type Disposable, DisposableStore, Listeners } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { setContext } from '../contributions/commandsAndSettings.ts';
import { settingDefaults } from '../contributions/settings.ts';
import { viewIds } from '../contributions/views.ts';
import { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { AddressDragController } from '../ui/addressDragController.ts';
import { RefreshableTreeView } from '../ui/refreshableTreeView.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import { changedFilterNames, toFinderParameters } from './filters/filters.ts';
import type { FinderPreferences } from './filters/finderPreferences.ts';
import { comparedSeconds, tokenOrderLabels } from './filters/tokenOrder.ts';
import { percentileLabel, settingForParameter } from './filtersFromSettings.ts';
import { FinderContent } from './finderContent.ts';
import { finderRefreshSeconds } from './finderRefresh.ts';
import type { FinderResponse } from './finderResponse.ts';
import { PoolPairs } from './poolPairs.ts';
import { loadTokenGrowths } from './tokenGrowth.ts';
import { TokenInfoLoader } from './tokenInfoLoader.ts';

export interface FinderViewOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'arbscope' | 'request' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly recentResponses: Pick<RecentResponses, 'addFinderResult' | 'addTokenInfo'>;
  readonly preferences: FinderPreferences;
  /** Workspace state, for the expanded rows. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  /** Whether files are updated with the responses of this connection. */
  readonly hasExports: (source: string) => boolean;
  /** Whether an alert depends on the responses. */
  readonly hasAlerts: () => boolean;
  readonly log: Log;
}

/** Token facts arrive one by one; this batches the updates of rows. */
const renderDelayMilliseconds = 250;

export class FinderView extends DisposableStore {
  readonly tree: RefreshableTreeView;
  readonly #options: FinderViewOptions;
  readonly #shownListeners = new Listeners<FinderResponse>();
  readonly #responses = new Listeners<{
    readonly before: FinderResponse | null;
    readonly now: FinderResponse;
  }>();
  readonly #failures = new Listeners<MarketError>();
  readonly #tokenInfo: TokenInfoLoader;
  readonly #poolPairs: PoolPairs;
  readonly #content: FinderContent;
  #renderTimer: NodeJS.Timeout | undefined;
  #ageTimer: NodeJS.Timeout | undefined;

  constructor(options: FinderViewOptions) {
    super();
    this.#options = options;
    const { active, preferences, storage, log } = options;
    this.#tokenInfo = this.add(new TokenInfoLoader(active.service, options.recentResponses));
    this.#poolPairs = this.add(new PoolPairs(new PoolClient(active)));
    this.#content = new FinderContent({
      preferences,
      infoOf: (mint) => this.#tokenInfo.get(mint),
      pairOf: (pool) => this.#poolPairs.get(pool),
    });
    this.tree = this.add(
      new RefreshableTreeView({
        viewId: viewIds.finder,
        active,
        storage,
        log,
        dragAndDropController: new AddressDragController(),
        canSelectMany: true,
        errorTitle: t('Finder not refreshed'),
        retryCommand: 'arbscope.refreshFinder',
        load: (signal, forceRefresh) => this.#loadOrReport(signal, forceRefresh),
        reset: () => {
          this.#tokenInfo.clear();
          this.#poolPairs.clear();
          this.#content.clear();
        },
        rows: () => {
          this.#ageVerdict();
          return this.#content.rows;
        },
        answeredAtMilliseconds: () => this.response?.answeredAtMilliseconds ?? null,
        filterLabels: () => this.#filterLabels(),
        refreshSeconds: () => finderRefreshSeconds(active.current.kind),
        isNeededWhileHidden: () =>
          this.#isKeepingFiles() ||
          (finderRefreshSeconds(active.current.kind) > 0 && options.hasAlerts()),
        loadingMessage,
        errorContext: (error) => this.#parameterOrigin(error),
        rendersChangesOnly: 'rows',
      }),
    );
    this.#updateContextKey();
    this.add(this.#tokenInfo.onChange(() => this.#renderSoon()));
    this.add(this.#poolPairs.onChange(() => this.#renderSoon()));
    this.add(preferences.onChange((what) => this.#preferencesChanged(what === 'filters')));
    this.add(
      this.tree.view.onDidChangeVisibility(({ visible }) => {
        if (visible) {
          this.#sortRows();
          this.#renderAge();
        }
        this.#loadTokenInfo();
      }),
    );
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(viewIds.finder)) this.tree.invalidate();
      }),
    );
  }

  get response(): FinderResponse | null {
    return this.#content.response;
  }

  get shown(): FinderResponse | null {
    return this.#content.shown;
  }

  /** Called with each new response, and when its shown tokens change; not after a failure. */
  onShown(listener: (shown: FinderResponse) => void): Disposable {
    return this.#shownListeners.add(listener);
  }

  /** Called with each new response, before it is shown, and the one before it. */
  onResponse(listener: (before: FinderResponse | null, now: FinderResponse) => void): Disposable {
    return this.#responses.add(({ before, now }) => listener(before, now));
  }

  /** Called when a refresh has failed, or waits because the service has refused it. */
  onNotRefreshed(listener: (error: MarketError) => void): Disposable {
    return this.#failures.add(listener);
  }

  override dispose(): void {
    clearTimeout(this.#renderTimer);
    clearTimeout(this.#ageTimer);
    super.dispose();
  }

  async #loadOrReport(signal: AbortSignal, forceRefresh: boolean): Promise<void> {
    try {
      await this.#load(signal, forceRefresh);
    } catch (error) {
      if (!signal.aborted) this.#failures.fire(asMarketError(error));
      throw error;
    }
  }

  async #load(signal: AbortSignal, forceRefresh: boolean): Promise<void> {
    const { active, recentResponses, preferences, log } = this.#options;
    const { current } = active;
    const { kind } = current;
    const request = toFinderParameters(preferences.filters);
    let answer: Partial<CallResponse> = {};
    const result = await active.service.finder(request, {
      signal,
      forceRefresh,
      onResponse: (given) => {
        answer = given;
      },
      onWaiting: (progress) => {
        if (signal.aborted) return;
        this.tree.onWaiting(progress);
        if (progress.isRefused) this.#failures.fire(refusedError());
      },
    });
    if (signal.aborted) return;
    // The response may have told that the figures are simulated.
    const { name, isSimulated = false } = active.current as DataSource;
    const windowSeconds = windowSecondsOf(request);
    const seconds = comparedSeconds(preferences.order, windowSeconds);
    const growths =
      seconds === null
        ? undefined
        : await loadTokenGrowths(active.arbscope, result, { ...request, seconds, signal });
    if (signal.aborted) return;
    const response: FinderResponse = {
      result,
      request,
      source: { kind, name, isSimulated },
      answeredAtMilliseconds: answer.cachedAtMilliseconds ?? Date.now(),
      dataTimeMilliseconds: answer.dataTimeMilliseconds,
      ...(growths !== undefined && { growths }),
      percentilesAt: (percents) => this.#percentilesAt(request, percents, { kind, name }),
      pairs: {
        loaded: this.#poolPairs.load(result, kind !== 'service'),
        get: (pool) => this.#poolPairs.get(pool),
      },
    };
    recentResponses.addFinderResult(result, windowSeconds, sourceLabel(active.current));
    // Automatic refreshes would fill the log.
    const isAsked = forceRefresh || this.response === null;
    if (isAsked) log.info(`Finder: ${result.tokens?.length ?? 0} tokens of ${name}`);
    this.#responses.fire({ before: this.response, now: response });
    this.#content.setResponse(response);
    if (forceRefresh) this.#content.sortNext();
    this.#updateRows();
    this.#loadTokenInfo();
  }

  /** Files need the responses at the Finder's interval; without one, only on request. */
  #isKeepingFiles(): boolean {
    const { active, hasExports } = this.#options;
    const { kind, name } = active.current;
    return finderRefreshSeconds(kind) > 0 && hasExports(name);
  }

  /** A hidden view needs no symbols, but the filters that decide what files contain. */
  #loadTokenInfo(): void {
    const { visible } = this.tree.view;
    const isNeeded = visible || (this.#content.needsTokenInfo && this.#isKeepingFiles());
    if (isNeeded) void this.#tokenInfo.load(this.#content.mintsToLoad);
    else this.#tokenInfo.stop();
  }

  async #percentilesAt(
    request: FinderParameters,
    percents: Readonly<Record<'fees' | 'tips', number>>,
    source: DataSource,
  ): Promise<Pick<FinderResult, 'fees' | 'tips'>> {
    const { active } = this.#options;
    const isSameSource = () =>
      active.current.kind === source.kind && active.current.name === source.name;
    const percentilesFees = percentileLabel(percents.fees);
    const percentilesTips = percentileLabel(percents.tips);
    const tokensMax = finderTokensMaxRange.minimum;
    if (isSameSource()) {
      const parameters = { ...request, tokensMax, percentilesFees, percentilesTips };
      const { fees, tips } = await active.service.finder(parameters, {});
      if (isSameSource()) return { fees, tips };
    }
    throw new Error(t('This window has switched to another connection.'));
  }

  #updateRows(): void {
    const isOther = this.#content.updateRows();
    if (isOther && this.shown !== null) this.#shownListeners.fire(this.shown);
  }

  /** Safe to reorder: the view was hidden. */
  #sortRows(): void {
    this.#content.sortNext();
    this.#updateRows();
    this.tree.render();
  }

  #renderSoon(): void {
    this.#renderTimer ??= setTimeout(() => {
      this.#renderTimer = undefined;
      this.#updateRows();
      this.tree.render();
    }, renderDelayMilliseconds);
  }

  /** Updates the verdict's age and schedules the next update, without requests. */
  #ageVerdict(): TreeRow | null {
    clearTimeout(this.#ageTimer);
    if (this.shown === null) return null;
    const { hasFailed } = this.tree;
    const aged = this.#content.ageVerdict({ nowMilliseconds: Date.now(), hasFailed });
    this.#ageTimer = setTimeout(() => this.#renderAge(), aged?.changesIn);
    return aged?.row ?? null;
  }

  /** Redraws only the verdict's row, so that selection, focus and scroll position stay. */
  #renderAge(): void {
    const row = this.tree.view.visible ? this.#ageVerdict() : null;
    if (row !== null) this.tree.renderRow(row);
  }

  /** Where a rejected parameter came from: the user's filters, or a setting. */
  #parameterOrigin({ kind, parameter }: MarketError) {
    const { filters, usualFilters } = this.#options.preferences;
    const changed = changedFilterNames(filters, usualFilters);
    // Services may reject a parameter without naming it.
    const isUnnamed = kind === 'bad-parameter' && parameter === undefined && changed.length > 0;
    const filter = isUnnamed ? '' : changed.find((name) => name === parameter);
    return filter === undefined ? { setting: settingForParameter(parameter) } : { filter };
  }

  #preferencesChanged(hasOtherFilters: boolean): void {
    this.#updateContextKey();
    this.#content.sortNext();
    this.#updateRows();
    const compared =
      this.response &&
      comparedSeconds(this.#options.preferences.order, windowSecondsOf(this.response.request));
    const lacksGrowths = compared != null && this.response?.growths?.seconds !== compared;
    if (hasOtherFilters || lacksGrowths) this.tree.invalidate();
    else this.tree.render();
  }

  #updateContextKey(): void {
    const { changedFilterLabels } = this.#options.preferences;
    setContext('arbscope.finderFiltered', changedFilterLabels.length > 0);
  }

  #filterLabels(): string[] {
    const { changedFilterLabels, order } = this.#options.preferences;
    const by = order === 'revenues' ? [] : [t('by {0}', tokenOrderLabels[order].toLowerCase())];
    return [...changedFilterLabels, ...by];
  }
}

const windowSecondsOf = ({ tokensTimeRange }: FinderParameters): number =>
  tokensTimeRange ?? settingDefaults['arbscope.finder.rankingSeconds'];

const refusedError = (): MarketError => new MarketError('rate-limited', t('Too many requests'));

function loadingMessage({ connection, status }: ConnectionOverview): string {
  const progress =
    status?.state === 'starting' && status.message !== '' ? ` ${status.message}` : '';
  return connection.kind === 'service'
    ? t('Loading from {0}…', connection.name)
    : `${t('Starting {0}…', connection.name)}${progress}`;
}
