import type { StatisticsProvider } from '../../api/enumerations.ts';
import { maxWalletsPerRequest, maxWalletTransactions } from '../../api/limits.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import type { ChannelCallOptions, ChannelMarketService } from '../backend/channelMarketService.ts';

export type SuccessFilter = 'all' | 'successes' | 'failures';

/** A wallet's last 24 hours as they were answered; null: the service knows nothing of it. */
export interface LoadedOverview {
  readonly overview: WalletTotals | null;
  readonly answeredAtMilliseconds: number;
}

export interface LoadedTransactions {
  readonly transactions: readonly WalletTransaction[];
  /** The answer for up to five wallets was full: older ones of this wallet may be missing. */
  readonly mayBeIncomplete: boolean;
}

export interface WalletLoaderOptions {
  readonly service: Pick<ChannelMarketService, 'walletOverview' | 'walletTransactions'>;
  /** Tracked wallets in their order. */
  readonly wallets: () => readonly string[];
}

/** What the service says of the tracked wallets, asked in as few calls as its limit allows. */
export class WalletLoader {
  readonly #options: WalletLoaderOptions;
  readonly #overviews = new Map<string, LoadedOverview>();
  /** Figures that are shown until newer ones are there. */
  readonly #stale = new Set<string>();
  /** By the wallets that were asked for together. */
  readonly #transactions = new Map<string, readonly WalletTransaction[]>();
  provider: StatisticsProvider | null = null;
  successFilter: SuccessFilter = 'all';

  constructor(options: WalletLoaderOptions) {
    this.#options = options;
  }

  overviewOf(wallet: string): LoadedOverview | undefined {
    return this.#overviews.get(wallet);
  }

  /** When the oldest of the figures was answered; null without any. */
  get answeredAtMilliseconds(): number | null {
    const times = [...this.#overviews.values()].map((day) => day.answeredAtMilliseconds);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Forgets everything, or the figures or the transactions alone where the other does not change. */
  clear(what: 'all' | 'overviews' | 'transactions' = 'all'): void {
    if (what !== 'transactions') this.#overviews.clear();
    if (what !== 'overviews') this.#transactions.clear();
  }

  /** Everything is asked for again; figures stay until then. */
  markStale(): void {
    for (const wallet of this.#overviews.keys()) this.#stale.add(wallet);
    this.#transactions.clear();
  }

  /** Loads unknown wallets, five per call. `onPart` hears of each answer. Throws a MarketError. */
  async loadOverviews(
    options: ChannelCallOptions,
    onPart: () => void = () => undefined,
    wallets: readonly string[] = this.#options.wallets(),
  ): Promise<void> {
    const missing = wallets.filter(
      (wallet) => !this.#overviews.has(wallet) || this.#stale.has(wallet),
    );
    for (const group of splitIntoGroups(missing)) {
      const { provider } = this;
      const answer = await this.#options.service.walletOverview(
        { wallets: [...group], ...(provider === null ? {} : { provider }) },
        options,
      );
      if (options.signal?.aborted === true) return;
      const answeredAtMilliseconds = Date.now();
      for (const wallet of group) {
        const overview = Object.hasOwn(answer, wallet) ? (answer[wallet] ?? null) : null;
        this.#overviews.set(wallet, { overview, answeredAtMilliseconds });
        this.#stale.delete(wallet);
      }
      onPart();
    }
  }

  /** A wallet's last transactions, by a call for its group or it alone. Throws a MarketError. */
  async loadTransactions(
    wallet: string,
    isAlone: boolean,
    options: ChannelCallOptions,
  ): Promise<LoadedTransactions> {
    const alone = this.#transactions.get(wallet);
    if (alone !== undefined) return { transactions: alone, mayBeIncomplete: false };
    const groups = splitIntoGroups(this.#options.wallets());
    const group = isAlone ? [wallet] : (groups.find((one) => one.includes(wallet)) ?? [wallet]);
    const key = group.join(' ');
    const { successFilter } = this;
    let attempts = this.#transactions.get(key);
    if (attempts === undefined) {
      const isSuccess = successFilter === 'all' ? {} : { isSuccess: successFilter === 'successes' };
      attempts = await this.#options.service.walletTransactions(
        { wallets: [...group], ...isSuccess },
        options,
      );
      if (successFilter === this.successFilter) this.#transactions.set(key, attempts);
    }
    return {
      transactions: attempts.filter((attempt) => attempt.wallet === wallet),
      mayBeIncomplete: group.length > 1 && attempts.length >= maxWalletTransactions,
    };
  }
}

const splitIntoGroups = (wallets: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(wallets.length / maxWalletsPerRequest) }, (_, index) =>
    wallets.slice(index * maxWalletsPerRequest, (index + 1) * maxWalletsPerRequest),
  );
