import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { count } from '../../interface/figures.ts';
import type { LoadingProgress, PoolRow, PoolStats } from '../../market/poolProtocol.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { Log } from '../log.ts';
import type { PoolRequests } from '../pools/poolRequests.ts';
import { choiceWords, filterOf, type PoolChoice, readChoice } from '../pools/tokenFilter.ts';
import { registerCommand, setContext } from '../register.ts';
import { AddressDrag } from './addressDrag.ts';
import { familyRows, noPoolRow, type PoolRowsOptions, poolRow } from './poolRows.ts';
import type { TreeRow } from './treeRow.ts';
import { ViewFrame } from './viewFrame.ts';

export interface MarketCacheViewOptions {
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'onSwitch' | 'onOverview'>;
  readonly pools: PoolRequests;
  /** Of this workspace. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

const choiceKey = 'arbscope.marketCache.filter';
/** Pools that a search has found and that stay at the top. */
const foundKept = 5;

/** Every pool that the connection knows, by AMM family and program. */
export class MarketCacheView implements Disposable {
  readonly frame: ViewFrame;
  readonly #options: MarketCacheViewOptions;
  readonly #own = new DisposableList();
  #choice: PoolChoice;
  #stats: PoolStats | null = null;
  #found: readonly PoolRow[] = [];
  /** Somebody asked for the pools of a service, or for newer ones. */
  #wanted: 'load' | 'reload' | null = null;

  constructor(options: MarketCacheViewOptions) {
    this.#options = options;
    const { active, storage, log } = options;
    this.#choice = readChoice(storage.get(choiceKey));
    this.frame = this.#own.add(
      new ViewFrame({
        viewId: viewIds.marketCache,
        active,
        storage,
        log,
        drag: new AddressDrag(),
        what: t('The market cache was not loaded'),
        retry: 'arbscope.refreshMarketCache',
        ask: (signal) => this.#ask(signal),
        forget: () => this.#forget(),
        rows: () => this.#rows(),
        answeredAtMilliseconds: () => this.#stats?.loadedAtMilliseconds ?? null,
        filters: () => choiceWords(this.#choice),
      }),
    );
    this.#setContexts(false);
    const own = this.#own;
    own.add(registerCommand('arbscope.refreshMarketCache', () => this.#reload()));
    own.add(registerCommand('arbscope.stopLoadingPools', () => this.#stop()));
  }

  get choice(): PoolChoice {
    return this.#choice;
  }

  async choose(choice: PoolChoice): Promise<void> {
    this.#choice = choice;
    await this.#options.storage.update(choiceKey, choice);
    this.#setContexts(false);
    // Which pools are the aggregator's own, a service tells in an answer of its own.
    const isUnmarked = this.#stats?.aggregatorPools === 0;
    const { kind } = this.#options.active.current;
    if (choice.onlyAggregator && isUnmarked && kind === 'service') this.#wanted = 'reload';
    this.frame.invalidate();
  }

  /** Puts a pool at the top, opened. */
  async showPool(row: PoolRow): Promise<void> {
    const others = this.#found.filter(({ pool }) => pool !== row.pool);
    this.#found = [row, ...others].slice(0, foundKept);
    this.frame.show();
    const [shown] = this.#foundRows();
    if (shown !== undefined) {
      await this.frame.view.reveal(shown, { select: true, focus: true, expand: true });
    }
  }

  /**
   * Sees to it that there is a table to search in: filled from the embedded engine without a
   * question, from a service only when somebody asked for it. Throws a MarketError.
   */
  async ready(signal: AbortSignal): Promise<void> {
    const { pools } = this.#options;
    const { loadedAtMilliseconds } = await pools.stats({}, { signal });
    if (loadedAtMilliseconds === null) await this.#load(false, signal);
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { pools, active } = this.#options;
    const filter = filterOf(this.#choice);
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted === null) {
      const stats = await pools.stats(filter, { signal });
      const isEmpty = stats.loadedAtMilliseconds === null;
      // A service sends hundreds of megabytes: the welcome content asks for them.
      if (isEmpty && active.current.kind === 'service') return this.#took(null, signal);
      if (!isEmpty) return this.#took(stats, signal);
    }
    await this.#load(wanted === 'reload', signal);
    this.#took(await pools.stats(filter, { signal }), signal);
  }

  #took(stats: PoolStats | null, signal: AbortSignal): void {
    if (!signal.aborted) this.#stats = stats;
  }

  async #load(isFresh: boolean, signal: AbortSignal): Promise<void> {
    const { pools } = this.#options;
    this.#setContexts(true);
    this.frame.say(t('Loading pools…'));
    try {
      const withAggregator = this.#choice.onlyAggregator;
      await pools.load(
        { isFresh, withAggregator },
        {
          signal,
          onWaiting: this.frame.onWaiting,
          onLoading: (progress) => {
            if (!signal.aborted) this.frame.say(loadingWords(progress));
          },
        },
      );
    } finally {
      this.#setContexts(false);
    }
  }

  #reload(): void {
    this.#wanted = this.#stats === null ? 'load' : 'reload';
    void this.frame.refresh();
  }

  #stop(): void {
    this.frame.stop();
    this.#setContexts(false);
    this.frame.show();
  }

  #forget(): void {
    this.#stats = null;
    this.#found = [];
    this.#wanted = null;
  }

  #rows(): TreeRow[] {
    const stats = this.#stats;
    if (stats === null) return [];
    const families = familyRows(stats, this.#rowOptions());
    const isFiltered = choiceWords(this.#choice).length > 0;
    return [...this.#foundRows(), ...(families.length === 0 ? [noPoolRow(isFiltered)] : families)];
  }

  #foundRows(): TreeRow[] {
    return this.#found.map((row) => ({
      ...poolRow(row, 'found', this.#rowOptions()),
      icon: 'search',
    }));
  }

  #rowOptions(): PoolRowsOptions {
    const { pools, active } = this.#options;
    const { onWaiting } = this.frame;
    return {
      source: active.current.name,
      page: async (program, range, signal) => {
        const filter = { ...filterOf(this.#choice), program };
        return (await pools.page({ filter, ...range }, { signal })).rows;
      },
      detail: (pool, withAccounts, signal) =>
        pools.detail({ pool, withAccounts }, { signal, onWaiting }),
    };
  }

  #setContexts(isLoading: boolean): void {
    setContext('arbscope.poolsLoading', isLoading);
    setContext('arbscope.poolsAggregatorOnly', this.#choice.onlyAggregator);
    setContext('arbscope.poolsFiltered', choiceWords(this.#choice).length > 0);
  }
}

function loadingWords({ pools, receivedBytes, totalBytes }: LoadingProgress): string {
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const received = megabytes(receivedBytes);
  return totalBytes === null
    ? t('Loading pools: {0} · {1}', count(pools), received)
    : t('Loading pools: {0} · {1} of {2}', count(pools), received, megabytes(totalBytes));
}
