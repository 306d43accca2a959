import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatCount, formatMegabytes } from '../../api/format.ts';
import { MarketError } from '../../api/marketError.ts';
import type { LoadingProgress, PoolRow, PoolStats } from '../../backend/protocol/poolProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { registerCommand, setContext } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import type { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { AddressDragController } from '../ui/addressDragController.ts';
import { RefreshableTreeView } from '../ui/refreshableTreeView.ts';
import type { TreeRow } from '../ui/treeRow.ts';
import {
  formatPoolFilter,
  type PoolFilterState,
  parsePoolFilterState,
  toPoolFilter,
} from './poolFilterState.ts';
import { PoolGains } from './poolGains.ts';
import { familyRows, noPoolRow, type PoolRowsOptions, poolRow } from './poolRows.ts';

export interface MarketCacheViewOptions {
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'onSwitch' | 'onOverview'>;
  readonly pools: PoolClient;
  readonly recentResponses: RecentResponses;
  /** State of this workspace. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

const filterStorageKey = 'arbscope.marketCache.filter';
/** Interval of updates while pools load: rows that move all the time are hard to read. */
const arrivedIntervalMilliseconds = 1_000;
/** Search results that stay at the top. */
const maxFoundPools = 5;

export class MarketCacheView extends DisposableStore {
  readonly tree: RefreshableTreeView;
  readonly #options: MarketCacheViewOptions;
  readonly #gains: PoolGains;
  #filter: PoolFilterState;
  #stats: PoolStats | null = null;
  #foundPools: readonly PoolRow[] = [];
  /** Requested load of a service's pools; `reload` skips the cached table. */
  #pendingLoad: 'load' | 'reload' | null = null;
  #isReadingArrived = false;
  #arrivedShownAt = 0;

  constructor(options: MarketCacheViewOptions) {
    super();
    this.#options = options;
    const { active, storage, log, recentResponses } = options;
    this.#gains = new PoolGains(recentResponses);
    this.#filter = parsePoolFilterState(storage.get(filterStorageKey));
    this.tree = this.add(
      new RefreshableTreeView({
        viewId: viewIds.marketCache,
        active,
        storage,
        log,
        dragAndDropController: new AddressDragController(),
        errorTitle: t('Could not load the market cache'),
        retryCommand: 'arbscope.refreshMarketCache',
        load: (signal) => this.#refreshStats(signal),
        reset: () => this.#reset(),
        isLoadedOnDemand: () => active.current.kind === 'service',
        rows: () => this.#rows(),
        answeredAtMilliseconds: () => this.#stats?.loadedAtMilliseconds ?? null,
        filterLabels: () => formatPoolFilter(this.#filter),
      }),
    );
    this.#updateContextKeys(false);
    this.add(registerCommand('arbscope.refreshMarketCache', () => this.#reload()));
    this.add(registerCommand('arbscope.stopLoadingPools', () => this.#stop()));
  }

  get filter(): PoolFilterState {
    return this.#filter;
  }

  async setFilter(choice: PoolFilterState): Promise<void> {
    this.#filter = choice;
    await this.#options.storage.update(filterStorageKey, choice);
    this.#updateContextKeys(false);
    // A service marks the aggregator's pools in a separate response, not loaded yet.
    const isUnmarked = this.#stats?.aggregatorPools === 0;
    const { kind } = this.#options.active.current;
    if (choice.onlyAggregator && isUnmarked && kind === 'service') this.#pendingLoad = 'reload';
    this.tree.invalidate();
  }

  async revealPool(row: PoolRow): Promise<void> {
    const others = this.#foundPools.filter(({ pool }) => pool !== row.pool);
    this.#foundPools = [row, ...others].slice(0, maxFoundPools);
    this.tree.render();
    const [shown] = this.#foundRows();
    if (shown !== undefined) {
      await this.tree.view.reveal(shown, { select: true, focus: true, expand: true });
    }
  }

  /** Throws a MarketError. */
  async ensureLoaded(signal: AbortSignal): Promise<void> {
    const { pools } = this.#options;
    const { loadedAtMilliseconds } = await pools.stats({}, { signal });
    if (loadedAtMilliseconds === null) await this.#loadPools(false, signal);
  }

  async #refreshStats(signal: AbortSignal): Promise<void> {
    const { pools, active } = this.#options;
    const filter = toPoolFilter(this.#filter);
    // The load that this request replaces is incomplete: start it again.
    const isUnfinished = this.#stats?.isPartial === true;
    const wanted = this.#pendingLoad ?? (isUnfinished ? 'load' : null);
    this.#pendingLoad = null;
    if (wanted === null) {
      const stats = await pools.stats(filter, { signal });
      const isEmpty = stats.loadedAtMilliseconds === null;
      // A service sends hundreds of megabytes: only the welcome content's button starts a load.
      if (!isEmpty || active.current.kind === 'service') {
        if (!signal.aborted) this.#stats = isEmpty ? null : stats;
        return;
      }
    }
    try {
      await this.#loadPools(wanted === 'reload', signal);
    } catch (error) {
      // Drop the partial result of a failed load.
      if (!signal.aborted && this.#stats?.isPartial === true) this.#stats = null;
      // Repeat the same load when the view retries.
      if (MarketError.is(error, 'rate-limited') && !signal.aborted) this.#pendingLoad ??= wanted;
      throw error;
    }
    const stats = await pools.stats(filter, { signal });
    if (!signal.aborted) this.#stats = stats;
  }

  async #loadPools(forceRefresh: boolean, signal: AbortSignal): Promise<void> {
    const { pools } = this.#options;
    this.#updateContextKeys(true);
    this.tree.showMessage(t('Loading pools…'));
    try {
      const withAggregator = this.#filter.onlyAggregator;
      await pools.load(
        { forceRefresh, withAggregator },
        {
          signal,
          onWaiting: this.tree.onWaiting,
          onLoading: (progress) => {
            if (signal.aborted) return;
            this.tree.showMessage(formatLoadingProgress(progress));
            void this.#showArrived(signal);
          },
        },
      );
    } finally {
      this.#updateContextKeys(false);
    }
  }

  /** Shows the pools loaded so far if the view has no complete result. */
  async #showArrived(signal: AbortSignal): Promise<void> {
    const isEmpty = this.#stats === null || this.#stats.isPartial === true;
    if (!isEmpty || this.#isReadingArrived || !this.tree.view.visible) return;
    const now = performance.now();
    if (this.#stats !== null && now - this.#arrivedShownAt < arrivedIntervalMilliseconds) return;
    this.#arrivedShownAt = now;
    this.#isReadingArrived = true;
    try {
      const stats = await this.#options.pools.stats(toPoolFilter(this.#filter), { signal });
      const isStale = signal.aborted || this.#stats?.loadedAtMilliseconds != null;
      if (isStale || stats.isPartial !== true || stats.pools === 0) return;
      this.#stats = stats;
      this.tree.render();
    } catch {
      // The load reports its own error.
    } finally {
      this.#isReadingArrived = false;
    }
  }

  #reload(): void {
    const hasPools = this.#stats !== null && this.#stats.isPartial !== true;
    this.#pendingLoad = !hasPools && !this.tree.isRefused ? 'load' : 'reload';
    void this.tree.refresh();
  }

  #stop(): void {
    this.#pendingLoad = null;
    if (this.#stats?.isPartial === true) this.#stats = null;
    this.tree.cancel();
    this.#updateContextKeys(false);
    this.tree.render();
  }

  #reset(): void {
    this.#stats = null;
    this.#foundPools = [];
    this.#pendingLoad = null;
  }

  #rows(): TreeRow[] {
    const stats = this.#stats;
    if (stats === null) return [];
    const families = familyRows(stats, this.#rowOptions());
    const isFiltered = formatPoolFilter(this.#filter).length > 0;
    return [...this.#foundRows(), ...(families.length === 0 ? [noPoolRow(isFiltered)] : families)];
  }

  #foundRows(): TreeRow[] {
    return this.#foundPools.map((row) => ({
      ...poolRow(row, 'found', this.#rowOptions()),
      icon: 'search',
    }));
  }

  #rowOptions(): PoolRowsOptions {
    const { pools, active } = this.#options;
    const { onWaiting } = this.tree;
    return {
      source: active.current,
      gains: this.#gains,
      loadPage: async (program, range, signal) => {
        const filter = { ...toPoolFilter(this.#filter), program };
        const first = this.#gains.ranked(this.#filter.order);
        return (await pools.page({ filter, first, ...range }, { signal })).rows;
      },
      loadDetail: (pool, withAccounts, signal) =>
        pools.detail({ pool, withAccounts }, { signal, onWaiting }),
    };
  }

  #updateContextKeys(isLoading: boolean): void {
    setContext('arbscope.poolsLoading', isLoading);
    setContext('arbscope.poolsAggregatorOnly', this.#filter.onlyAggregator);
    setContext('arbscope.poolsFiltered', formatPoolFilter(this.#filter).length > 0);
  }
}

function formatLoadingProgress({ pools, receivedBytes, totalBytes }: LoadingProgress): string {
  const received = formatMegabytes(receivedBytes);
  return [
    t('Loading pools…'),
    formatCount(pools),
    totalBytes === null ? received : `${received} / ${formatMegabytes(totalBytes)}`,
  ].join(' · ');
}
