import type { StatisticsProvider } from '../../interface/enumerations.ts';
import { walletsPerRequest, walletTransactionsReturned } from '../../interface/limits.ts';
import type { WalletOverviewEntry } from '../../interface/walletOverview.ts';
import type { WalletTransaction } from '../../interface/walletTransactions.ts';
import type { WindowCallOptions, WindowService } from '../connection/channelService.ts';

/** Which transactions are listed. */
export type SuccessFilter = 'all' | 'successes' | 'failures';

/** A wallet's last 24 hours as they were answered; null: the service knows nothing of it. */
export interface WalletDay {
  readonly figures: WalletOverviewEntry | null;
  readonly answeredAtMilliseconds: number;
}

/** The last transactions of one wallet. */
export interface WalletList {
  readonly attempts: readonly WalletTransaction[];
  /**
   * The service answers the newest of up to five wallets together, and this answer was full: older
   * ones of this wallet may be missing.
   */
  readonly isPartOfGroup: boolean;
}

export interface WalletAnswersOptions {
  readonly service: Pick<WindowService, 'walletOverview' | 'walletTransactions'>;
  /** Tracked wallets in their order. */
  readonly wallets: () => readonly string[];
}

/** What the service says of the tracked wallets, asked in as few calls as its limit allows. */
export class WalletAnswers {
  readonly #options: WalletAnswersOptions;
  readonly #days = new Map<string, WalletDay>();
  /** Figures that are shown until newer ones are there. */
  readonly #stale = new Set<string>();
  /** By the wallets that were asked for together. */
  readonly #lists = new Map<string, readonly WalletTransaction[]>();
  provider: StatisticsProvider | null = null;
  success: SuccessFilter = 'all';

  constructor(options: WalletAnswersOptions) {
    this.#options = options;
  }

  dayOf(wallet: string): WalletDay | undefined {
    return this.#days.get(wallet);
  }

  /** When the oldest of the figures was answered; null without any. */
  get answeredAtMilliseconds(): number | null {
    const times = [...this.#days.values()].map((day) => day.answeredAtMilliseconds);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Forgets everything, or the figures or the lists alone where the other does not change. */
  forget(what: 'all' | 'days' | 'lists' = 'all'): void {
    if (what !== 'lists') this.#days.clear();
    if (what !== 'days') this.#lists.clear();
  }

  /** Everything is asked for again; figures stay until then. */
  expire(): void {
    for (const wallet of this.#days.keys()) this.#stale.add(wallet);
    this.#lists.clear();
  }

  /**
   * Asks for wallets of which nothing is known, five at a time, one call after the other: the rate
   * of this operation is the lowest. `onPart` hears of each answer. Throws a MarketError.
   */
  async askDays(
    options: WindowCallOptions,
    onPart: () => void = () => undefined,
    wallets: readonly string[] = this.#options.wallets(),
  ): Promise<void> {
    const missing = wallets.filter((wallet) => !this.#days.has(wallet) || this.#stale.has(wallet));
    for (const group of inGroups(missing)) {
      const { provider } = this;
      const answer = await this.#options.service.walletOverview(
        { wallets: [...group], ...(provider === null ? {} : { provider }) },
        options,
      );
      if (options.signal?.aborted === true) return;
      const answeredAtMilliseconds = Date.now();
      for (const wallet of group) {
        const figures = Object.hasOwn(answer, wallet) ? (answer[wallet] ?? null) : null;
        this.#days.set(wallet, { figures, answeredAtMilliseconds });
        this.#stale.delete(wallet);
      }
      onPart();
    }
  }

  /**
   * The last transactions of a wallet: from one call for the five that it stands among, which
   * serves them all, or from one for it alone. Throws a MarketError.
   */
  async listOf(wallet: string, isAlone: boolean, options: WindowCallOptions): Promise<WalletList> {
    const alone = this.#lists.get(wallet);
    if (alone !== undefined) return { attempts: alone, isPartOfGroup: false };
    const groups = inGroups(this.#options.wallets());
    const group = isAlone ? [wallet] : (groups.find((one) => one.includes(wallet)) ?? [wallet]);
    const key = group.join(' ');
    const { success } = this;
    let attempts = this.#lists.get(key);
    if (attempts === undefined) {
      const isSuccess = success === 'all' ? {} : { isSuccess: success === 'successes' };
      attempts = await this.#options.service.walletTransactions(
        { wallets: [...group], ...isSuccess },
        options,
      );
      if (success === this.success) this.#lists.set(key, attempts);
    }
    return {
      attempts: attempts.filter((attempt) => attempt.wallet === wallet),
      isPartOfGroup: group.length > 1 && attempts.length >= walletTransactionsReturned,
    };
  }
}

/** In parts that one call may ask for. */
function inGroups(wallets: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < wallets.length; at += walletsPerRequest) {
    groups.push(wallets.slice(at, at + walletsPerRequest));
  }
  return groups;
}
