import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type StatisticsProvider, statisticsProviders } from '../../api/enumerations.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ChannelCallOptions } from '../backend/channelMarketService.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { registerCommand, setContext } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import { notOfferedMessage, walletWindowLabel } from '../shared/rankLabels.ts';
import type { TrackedWallet, TrackedWallets } from '../shared/trackedWallets.ts';
import {
  type SuccessFilter,
  WalletLoader,
  type WalletLoaderOptions,
} from '../shared/walletLoader.ts';
import { type WalletPlace, WalletRankings } from '../shared/walletRankings.ts';
import { RefreshableTreeView } from '../ui/refreshableTreeView.ts';
import { rowAddress } from '../ui/treeRow.ts';
import { leaderRows, leadersRow } from './leaderRows.ts';
import { WalletDragController } from './walletDragController.ts';
import type { WalletExport } from './walletExports.ts';
import { walletRows } from './walletRows.ts';

export interface WalletsViewOptions {
  readonly active: ActiveConnection;
  readonly recentResponses: WalletLoaderOptions['recentResponses'];
  readonly tracked: TrackedWallets;
  /** State of this workspace. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

const providerKey = 'arbscope.wallets.provider';
const successKey = 'arbscope.wallets.success';
export const successFilters = ['all', 'successes', 'failures'] as const;

export const successFilterLabels = {
  all: t('All transactions'),
  successes: t('Successful only'),
  failures: t('Failed only'),
} as const;

export class WalletsView extends DisposableStore {
  readonly tree: RefreshableTreeView;
  readonly #options: WalletsViewOptions;
  readonly #loader: WalletLoader;
  readonly #rankings: WalletRankings;
  /** Wallets whose transactions are requested separately from their group. */
  readonly #ungrouped = new Set<string>();

  constructor(options: WalletsViewOptions) {
    super();
    this.#options = options;
    const { active, recentResponses, tracked, storage, log } = options;
    this.#loader = new WalletLoader({
      service: active.service,
      wallets: () => tracked.addresses,
      recentResponses,
    });
    this.#rankings = new WalletRankings(active.arbscope);
    this.#loader.provider =
      statisticsProviders.find((name) => name === storage.get(providerKey)) ?? null;
    this.#loader.successFilter =
      successFilters.find((name) => name === storage.get(successKey)) ?? 'all';
    this.#updateContextKeys();
    this.tree = this.add(
      new RefreshableTreeView({
        viewId: viewIds.wallets,
        active,
        storage,
        log,
        dragAndDropController: new WalletDragController(tracked),
        canSelectMany: true,
        errorTitle: t('Could not load the wallets'),
        retryCommand: 'arbscope.refreshWallets',
        load: (signal, forceRefresh) => this.#load(signal, forceRefresh),
        reset: () => this.#clear('all'),
        rows: () => this.#rows(),
        answeredAtMilliseconds: () =>
          tracked.all.length > 0
            ? this.#loader.answeredAtMilliseconds
            : this.#rankings.answeredAtMilliseconds,
        filterLabels: () => this.#filterLabels(),
        loadingMessage: () => (tracked.all.length > 0 ? '' : t('Loading the leaders…')),
        restingMessage: () => this.#restingMessage(),
      }),
    );
    const updateContext = () => setContext('arbscope.hasWallets', tracked.all.length > 0);
    updateContext();
    this.add(
      tracked.onChange(() => {
        updateContext();
        this.tree.invalidate();
      }),
    );
    this.add(registerCommand('arbscope.refreshWallets', () => this.#refresh()));
    this.add(registerCommand('arbscope.listWallet', (given) => this.#loadUngrouped(given)));
    this.tree.render();
  }

  get provider(): StatisticsProvider | null {
    return this.#loader.provider;
  }

  get successFilter(): SuccessFilter {
    return this.#loader.successFilter;
  }

  async setProvider(provider: StatisticsProvider | null): Promise<void> {
    await this.#options.storage.update(providerKey, provider ?? undefined);
    this.#loader.provider = provider;
    this.#clear('overviews');
    this.#updateContextKeys();
    this.tree.invalidate();
  }

  async setSuccessFilter(success: SuccessFilter): Promise<void> {
    await this.#options.storage.update(successKey, success);
    this.#loader.successFilter = success;
    this.#clear('transactions');
    this.#updateContextKeys();
    this.tree.render();
  }

  /** Throws a MarketError. */
  async loadOverviews(
    wallets: readonly TrackedWallet[],
    signal: AbortSignal,
  ): Promise<WalletExport> {
    const addresses = wallets.map(({ address }) => address);
    await this.#loader.loadOverviews({ signal }, () => this.tree.render(), addresses);
    const { current } = this.#options.active;
    const overviewOf = (wallet: string) => this.#loader.overviewOf(wallet);
    return { wallets, overviewOf, source: current, provider: this.provider };
  }

  /** Newest first. Throws a MarketError. */
  async loadTransactions(
    wallets: readonly TrackedWallet[],
    signal: AbortSignal,
  ): Promise<WalletTransaction[]> {
    const found: WalletTransaction[] = [];
    for (const { address } of wallets) {
      const list = await this.#loader.loadTransactions(address, this.#ungrouped.has(address), {
        signal,
      });
      found.push(...list.transactions);
    }
    return found.sort((one, other) => other.block_number - one.block_number);
  }

  /** Throws a MarketError. */
  async loadLeaders(signal: AbortSignal): Promise<readonly WalletPlace[]> {
    if (this.#rankings.leaders.length === 0) await this.#rankings.loadLeaders({ signal });
    this.#updateContextKeys();
    const { tracked } = this.#options;
    return this.#rankings.leaders.filter(({ wallet }) => tracked.find(wallet) === undefined);
  }

  get isRankingOffered(): boolean {
    return this.#rankings.isOffered;
  }

  async #load(signal: AbortSignal, forceRefresh: boolean): Promise<void> {
    const { onWaiting } = this.tree;
    const { addresses } = this.#options.tracked;
    const options = { signal, onWaiting, forceRefresh };
    if (addresses.length === 0) {
      await this.#rankings.loadLeaders(options);
    } else {
      // Not awaited: the figures do not need the ranks.
      void this.#loadPlaces({ signal, forceRefresh });
      this.#rankings.clearLeaders();
      await this.#loader.loadOverviews(options, () => this.tree.render());
    }
    this.#updateContextKeys();
  }

  /** A failure is only logged; the figures stay. */
  async #loadPlaces(options: ChannelCallOptions): Promise<void> {
    const { tracked, log } = this.#options;
    try {
      await this.#rankings.loadPlaces(tracked.addresses, this.provider, options);
      this.#updateContextKeys();
      this.tree.render();
    } catch (error) {
      if (options.signal?.aborted === true) return;
      log.warn(`Ranks could not be loaded: ${asMarketError(error).message}`);
    }
  }

  #restingMessage(): string {
    const { leaders, isOffered } = this.#rankings;
    if (this.#options.tracked.all.length > 0) return isOffered ? '' : notOfferedMessage;
    // Without leaders, the welcome content explains it, and a message would hide that.
    return leaders.length > 0 ? t('Leaders by net gains, last {0}', walletWindowLabel) : '';
  }

  #rows() {
    const { active, tracked } = this.#options;
    if (tracked.all.length === 0) return leaderRows(this.#rankings.leaders, active.current);
    const rows = walletRows(tracked.all, {
      overviewOf: (wallet) => this.#loader.overviewOf(wallet),
      placeOf: (wallet) => this.#rankings.placeOf(wallet),
      loadTransactions: (wallet, signal) =>
        this.#loader.loadTransactions(wallet, this.#ungrouped.has(wallet), {
          signal,
          onWaiting: this.tree.onWaiting,
        }),
      source: active.current,
      nowMilliseconds: Date.now,
    });
    if (!this.#rankings.isOffered) return rows;
    return [...rows, leadersRow((signal) => this.loadLeaders(signal), active.current)];
  }

  #filterLabels(): string[] {
    return [
      ...(this.provider === null ? [] : [this.provider]),
      ...(this.successFilter === 'all' ? [] : [successFilterLabels[this.successFilter]]),
    ];
  }

  #refresh(): void {
    this.#loader.markStale();
    this.#ungrouped.clear();
    if (this.tree.isRefused) void this.tree.refresh({ forceRefresh: true });
    else this.tree.invalidate();
  }

  #loadUngrouped(given: unknown): void {
    const address = typeof given === 'string' ? given : rowAddress(given);
    if (address === null || this.#options.tracked.find(address) === undefined) return;
    this.#ungrouped.add(address);
    this.tree.render();
  }

  #clear(what: 'all' | 'overviews' | 'transactions'): void {
    this.#loader.clear(what);
    if (what === 'all') this.#ungrouped.clear();
    if (what !== 'transactions') this.#rankings.clear();
    this.#updateContextKeys();
  }

  #updateContextKeys(): void {
    const isFiltered = this.provider !== null || this.successFilter !== 'all';
    setContext('arbscope.walletsFiltered', isFiltered);
    setContext('arbscope.walletsUnranked', !this.#rankings.isOffered);
  }
}
