import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatCount, formatUtcDateTime, formatUtcTime } from '../../api/format.ts';
import type { MarketError } from '../../api/marketError.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { isSimulated, sourceLabel } from '../base/connections.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { setContext } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { AddressDragController } from '../ui/addressDragController.ts';
import { RefreshableTreeView } from '../ui/refreshableTreeView.ts';
import { runShowingErrors } from '../ui/runShowingErrors.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import { maxLiveRows } from './arbitrageFeed.ts';
import { arbitrageRows } from './arbitrageRows.ts';
import type { LivePreferences } from './livePreferences.ts';
import { LiveSource, type LiveSourceOptions } from './liveSource.ts';
import { walletTransactionRows } from './walletTransactionRows.ts';

export interface LiveViewOptions {
  readonly active: Pick<
    ActiveConnection,
    'arbscope' | 'service' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly recentResponses: LiveSourceOptions['recentResponses'];
  readonly preferences: LivePreferences;
  readonly tracked: Pick<TrackedWallets, 'addresses' | 'labelOf' | 'onChange'>;
  /** State of this workspace, for the expanded rows. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

/** Minimum interval of updates, however many arbitrages arrive. */
const updateMilliseconds = 2_000;
/** Rows stay in place this long while the user reads a tooltip. */
const tooltipMilliseconds = 5_000;
const retryStreamMilliseconds = 30_000;
/** Interval of requests for wallets' transactions without a stream. */
const walletSeconds = 120;

export class LiveView extends DisposableStore {
  readonly tree: RefreshableTreeView;
  readonly #options: LiveViewOptions;
  readonly #source: LiveSource;
  #updateTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #heldUntilMilliseconds = 0;

  constructor(options: LiveViewOptions) {
    super();
    this.#options = options;
    const { active, recentResponses, preferences, tracked, storage, log } = options;
    this.#source = this.add(
      new LiveSource({
        arbscope: active.arbscope,
        service: active.service,
        recentResponses,
        filter: () => preferences.shownFilter,
        trackedWallets: () => tracked.addresses,
        onEnd: (error) => this.#handleStreamEnd(error),
      }),
    );
    this.tree = this.add(
      new RefreshableTreeView({
        viewId: viewIds.live,
        active,
        storage,
        log,
        dragAndDropController: new AddressDragController(),
        errorTitle: t('Live not updated'),
        retryCommand: 'arbscope.refreshLive',
        load: (signal, forceRefresh) => this.#load(signal, forceRefresh),
        reset: () => this.#reset(),
        rows: () => this.#rows(),
        answeredAtMilliseconds: () => this.#source.answeredAtMilliseconds,
        filterLabels: () => (preferences.isFiltered ? preferences.filterLabels : []),
        stateLabel: () => this.#pauseLabel(),
        restingMessage: () => this.#message(),
        refreshSeconds: () => (this.#source.isOffered ? 0 : walletSeconds),
        rendersChangesOnly: 'differing-rows',
        onTooltip: () => {
          this.#heldUntilMilliseconds = Date.now() + tooltipMilliseconds;
        },
      }),
    );
    this.#updateContextKeys();
    this.add(this.tree.view.onDidChangeVisibility(({ visible }) => this.#setVisible(visible)));
    this.add(
      this.tree.view.onDidExpandElement(({ element }) => {
        if (isArbitrage(element)) this.pause();
      }),
    );
    this.add(
      this.tree.view.onDidChangeSelection(({ selection }) => {
        if (selection.some(isArbitrage)) this.pause();
      }),
    );
    this.add(
      preferences.onChange(() => {
        this.#reset();
        this.tree.invalidate();
      }),
    );
    this.add(
      tracked.onChange(() => {
        if (!this.#source.isOffered) this.tree.invalidate();
      }),
    );
    this.#setVisible(this.tree.view.visible);
  }

  get isPaused(): boolean {
    return this.#source.feed.isPaused;
  }

  /** New arbitrages are buffered until `resume`; no row moves. */
  pause(): void {
    if (this.isPaused) return;
    this.#source.feed.pause();
    this.#showPause();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.#source.feed.resume();
    this.#heldUntilMilliseconds = 0;
    this.#showPause();
    this.tree.render();
    if (!this.#source.isOffered) this.tree.invalidate();
  }

  async showOlder(): Promise<void> {
    if (!this.#source.hasOlder) return;
    this.pause();
    const { active } = this.#options;
    const { viewId } = { viewId: viewIds.live };
    await runShowingErrors(t('Could not load older arbitrages'), { active, viewId }, () =>
      this.#source.loadOlder({}),
    );
    this.tree.render();
  }

  override dispose(): void {
    clearInterval(this.#updateTimer);
    clearTimeout(this.#retryTimer);
    super.dispose();
  }

  async #load(signal: AbortSignal, forceRefresh: boolean): Promise<void> {
    clearTimeout(this.#retryTimer);
    const onWaiting = this.tree.onWaiting;
    await this.#source.load({ signal, forceRefresh, onWaiting });
    if (signal.aborted) return;
    const { current } = this.#options.active;
    this.#options.log.info(`Live: ${this.#source.feed.rows.length} rows of ${current.name}`);
    if (this.tree.view.visible) this.#source.watch();
  }

  #reset(): void {
    this.#source.clear();
    this.#source.feed.resume();
    this.#showPause();
    this.#updateContextKeys();
  }

  #setVisible(isVisible: boolean): void {
    clearInterval(this.#updateTimer);
    if (!isVisible) {
      this.#source.stop();
      return;
    }
    this.#source.watch();
    this.#updateTimer = setInterval(() => this.#update(), updateMilliseconds);
  }

  #update(): void {
    if (this.#source.answeredAtMilliseconds === null) return;
    if (Date.now() < this.#heldUntilMilliseconds) return;
    this.tree.render();
  }

  #rows(): TreeRow[] {
    const { active, tracked } = this.#options;
    const { feed, answeredAtMilliseconds, isOffered, walletTransactions } = this.#source;
    const options = {
      source: active.current,
      nowMilliseconds: Date.now(),
      walletLabel: (wallet: string) => tracked.labelOf(wallet),
    };
    if (answeredAtMilliseconds === null) return [];
    const rows = isOffered
      ? arbitrageRows(feed.rows, options)
      : walletTransactionRows(walletTransactions, options);
    const older = this.#olderRows();
    return [...(rows.length + older.length === 0 ? [emptyRow()] : rows), ...older];
  }

  #olderRows(): TreeRow[] {
    const { hasOlder, searchedFromMilliseconds } = this.#source;
    if (hasOlder) return [olderRow(searchedFromMilliseconds)];
    return this.#source.feed.rows.length < maxLiveRows ? [] : [lastRow()];
  }

  #message(): string {
    const { active } = this.#options;
    const { isOffered, wallets, lostAtMilliseconds } = this.#source;
    if (!isOffered) {
      return wallets.length > 0
        ? t('Tracked wallets only. A node or an Arbscope serve streams the whole market.')
        : t('Track a wallet to see its transactions. A node or an Arbscope serve streams all.');
    }
    if (lostAtMilliseconds !== null) {
      return t('Connection lost at {0}. Retrying.', formatUtcTime(lostAtMilliseconds));
    }
    return isSimulated(active.current) ? sourceLabel(active.current) : '';
  }

  /** `paused · 14 new`; null while running. */
  #pauseLabel(): string | null {
    if (!this.isPaused) return null;
    const { newCount } = this.#source.feed;
    const labels = newCount === 0 ? [] : [t('{0} new', formatCount(newCount))];
    return [t('paused'), ...labels].join(' · ');
  }

  #showPause(): void {
    setContext('arbscope.livePaused', this.isPaused);
    this.tree.updateDescription();
  }

  #updateContextKeys(): void {
    setContext('arbscope.livePaused', this.isPaused);
    setContext('arbscope.liveFiltered', this.#options.preferences.isFiltered);
  }

  /** Reloads at once if the stream is not offered, which shows why, otherwise after a pause. */
  #handleStreamEnd(error: MarketError): void {
    this.#source.stop();
    this.#options.log.warn(`${viewIds.live}: ${error.message}`);
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(
      () => this.tree.invalidate(),
      error.kind === 'not-offered' ? 0 : retryStreamMilliseconds,
    );
  }
}

const isArbitrage = ({ id }: TreeRow): boolean => id.startsWith('arbitrage:');

const emptyRow = (): TreeRow =>
  simpleRow({
    id: 'none',
    label: t('No arbitrages yet'),
    icon: 'info',
    context: 'note',
    note: t('New ones appear as they arrive.'),
  });

const olderRow = (searchedFromMilliseconds: number | null): TreeRow => {
  const title = t('Show Older');
  return simpleRow({
    id: 'older',
    label: title,
    ...(searchedFromMilliseconds !== null && {
      description: t('Looked back to {0}', formatPast(searchedFromMilliseconds)),
    }),
    icon: 'history',
    context: 'note',
    note: t('Pauses Live, so that no row moves.'),
    click: { title, command: 'arbscope.showOlderArbitrages' },
  });
};

const dayMilliseconds = 86_400_000;

const formatPast = (milliseconds: number): string =>
  Date.now() - milliseconds < dayMilliseconds
    ? formatUtcTime(milliseconds)
    : formatUtcDateTime(milliseconds);

const lastRow = (): TreeRow =>
  simpleRow({
    id: 'last',
    label: t('{0} rows at most', formatCount(maxLiveRows)),
    description: t('filter to see others'),
    icon: 'info',
    context: 'note',
  });
