import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type StatisticsProvider, statisticsProviders } from '../../interface/enumerations.ts';
import type { WalletTransaction } from '../../interface/walletTransactions.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { Log } from '../log.ts';
import { registerCommand, setContext } from '../register.ts';
import type { TrackedWallet, TrackedWallets } from '../wallets/trackedWallets.ts';
import { type SuccessFilter, WalletAnswers } from '../wallets/walletAnswers.ts';
import type { WalletExport } from '../wallets/walletExports.ts';
import { rowAddress } from './treeRow.ts';
import { ViewFrame } from './viewFrame.ts';
import { WalletDrag } from './walletDrag.ts';
import { walletRows } from './walletRows.ts';

export interface WalletsViewOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly tracked: TrackedWallets;
  /** Of this workspace. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
}

const providerKey = 'arbscope.wallets.provider';
const successKey = 'arbscope.wallets.success';
export const successFilters = ['all', 'successes', 'failures'] as const;

const onlyWords = { successes: t('successes only'), failures: t('failures only') } as const;

/** The wallets that the user tracks, with their last 24 hours and their last transactions. */
export class WalletsView implements Disposable {
  readonly frame: ViewFrame;
  readonly #options: WalletsViewOptions;
  readonly #own = new DisposableList();
  readonly #answers: WalletAnswers;
  /** Wallets whose transactions are asked for without the others of their group. */
  readonly #alone = new Set<string>();

  constructor(options: WalletsViewOptions) {
    this.#options = options;
    const { active, tracked, storage, log } = options;
    const addresses = () => tracked.all.map(({ address }) => address);
    this.#answers = new WalletAnswers({ service: active.service, wallets: addresses });
    this.#answers.provider =
      statisticsProviders.find((name) => name === storage.get(providerKey)) ?? null;
    this.#answers.success =
      successFilters.find((name) => name === storage.get(successKey)) ?? 'all';
    this.#setContexts();
    this.frame = this.#own.add(
      new ViewFrame({
        viewId: viewIds.wallets,
        active,
        storage,
        log,
        drag: new WalletDrag(tracked),
        canSelectMany: true,
        what: t('The wallets have no new figures'),
        retry: 'arbscope.refreshWallets',
        ask: (signal) => this.#ask(signal),
        forget: () => this.#forget('all'),
        rows: () => this.#rows(),
        answeredAtMilliseconds: () => this.#answers.answeredAtMilliseconds,
        filters: () => this.#filters(),
      }),
    );
    this.#own.add(tracked.onChange(() => this.frame.invalidate()));
    this.#own.add(registerCommand('arbscope.refreshWallets', () => this.#refresh()));
    this.#own.add(registerCommand('arbscope.listWallet', (given) => this.#listAlone(given)));
    this.frame.show();
  }

  get provider(): StatisticsProvider | null {
    return this.#answers.provider;
  }

  get success(): SuccessFilter {
    return this.#answers.success;
  }

  async filterProvider(provider: StatisticsProvider | null): Promise<void> {
    await this.#options.storage.update(providerKey, provider ?? undefined);
    this.#answers.provider = provider;
    this.#forget('days');
    this.#setContexts();
    this.frame.invalidate();
  }

  async filterSuccess(success: SuccessFilter): Promise<void> {
    await this.#options.storage.update(successKey, success);
    this.#answers.success = success;
    this.#forget('lists');
    this.#setContexts();
    this.frame.show();
  }

  /** The figures of wallets, asked for where they are not known yet. Throws a MarketError. */
  async days(wallets: readonly TrackedWallet[], signal: AbortSignal): Promise<WalletExport> {
    const addresses = wallets.map(({ address }) => address);
    await this.#answers.askDays({ signal }, () => this.frame.show(), addresses);
    const { current } = this.#options.active;
    const day = (wallet: string) => this.#answers.dayOf(wallet);
    return { wallets, day, source: current.name, provider: this.provider };
  }

  /** The last transactions of wallets, newest first. Throws a MarketError. */
  async attempts(
    wallets: readonly TrackedWallet[],
    signal: AbortSignal,
  ): Promise<WalletTransaction[]> {
    const found: WalletTransaction[] = [];
    for (const { address } of wallets) {
      const list = await this.#answers.listOf(address, this.#alone.has(address), { signal });
      found.push(...list.attempts);
    }
    return found.sort((one, other) => other.block_number - one.block_number);
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { onWaiting } = this.frame;
    await this.#answers.askDays({ signal, onWaiting }, () => this.frame.show());
  }

  #rows() {
    const { active, tracked } = this.#options;
    return walletRows(tracked.all, {
      day: (wallet) => this.#answers.dayOf(wallet),
      list: (wallet, signal) =>
        this.#answers.listOf(wallet, this.#alone.has(wallet), {
          signal,
          onWaiting: this.frame.onWaiting,
        }),
      success: this.success,
      source: active.current.name,
      nowMilliseconds: Date.now,
    });
  }

  #filters(): string[] {
    return [
      ...(this.provider === null ? [] : [this.provider]),
      ...(this.success === 'all' ? [] : [onlyWords[this.success]]),
    ];
  }

  #refresh(): void {
    this.#answers.expire();
    this.#alone.clear();
    this.frame.invalidate();
  }

  #listAlone(given: unknown): void {
    const address = typeof given === 'string' ? given : rowAddress(given);
    if (address === null || this.#options.tracked.find(address) === undefined) return;
    this.#alone.add(address);
    this.frame.show();
  }

  #forget(what: 'all' | 'days' | 'lists'): void {
    this.#answers.forget(what);
    if (what === 'all') this.#alone.clear();
  }

  #setContexts(): void {
    const isFiltered = this.provider !== null || this.success !== 'all';
    setContext('arbscope.walletsFiltered', isFiltered);
  }
}
