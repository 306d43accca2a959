import type { StatisticsProvider } from '../../api/enumerations.ts';
import { maxWalletsPerRequest, maxWalletTransactions } from '../../api/limits.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import type { ChannelCallOptions, ChannelMarketService } from '../backend/channelMarketService.ts';
import type { RecentResponses } from './recentResponses.ts';

export type SuccessFilter = 'all' | 'successes' | 'failures';

/** The last 24 hours; `overview` is null if the service does not know the wallet. */
export interface LoadedOverview {
  readonly overview: WalletTotals | null;
  readonly answeredAtMilliseconds: number;
}

export interface LoadedTransactions {
  readonly transactions: readonly WalletTransaction[];
  /** The response for up to five wallets was full, so older transactions may be missing. */
  readonly mayBeIncomplete: boolean;
}

export interface WalletLoaderOptions {
  readonly service: Pick<ChannelMarketService, 'walletOverview' | 'walletTransactions'>;
  readonly wallets: () => readonly string[];
  readonly recentResponses: Pick<RecentResponses, 'addWalletTransactions'>;
}

export class WalletLoader {
  readonly #options: WalletLoaderOptions;
  readonly #overviews = new Map<string, LoadedOverview>();
  readonly #stale = new Set<string>();
  /** By the wallets of one request. */
  readonly #transactions = new Map<string, readonly WalletTransaction[]>();
  provider: StatisticsProvider | null = null;
  successFilter: SuccessFilter = 'all';

  constructor(options: WalletLoaderOptions) {
    this.#options = options;
  }

  overviewOf(wallet: string): LoadedOverview | undefined {
    return this.#overviews.get(wallet);
  }

  /** Response time of the oldest figures; null if there are none. */
  get answeredAtMilliseconds(): number | null {
    const times = [...this.#overviews.values()].map((day) => day.answeredAtMilliseconds);
    return times.length === 0 ? null : Math.min(...times);
  }

  clear(what: 'all' | 'overviews' | 'transactions' = 'all'): void {
    if (what !== 'transactions') this.#overviews.clear();
    if (what !== 'overviews') this.#transactions.clear();
  }

  /** Reloads everything on the next load; shows the old figures until then. */
  markStale(): void {
    for (const wallet of this.#overviews.keys()) this.#stale.add(wallet);
    this.#transactions.clear();
  }

  /** Requests five wallets per call. Calls `onPart` after each response. Throws a MarketError. */
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

  /** Requests the wallet's whole group, or only the wallet. Throws a MarketError. */
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
      this.#options.recentResponses.addWalletTransactions(group, attempts);
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
