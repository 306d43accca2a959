import type { RankedWallet, WalletRanking } from '../../api/arbscope/walletRanking.ts';
import type { StatisticsProvider } from '../../api/enumerations.ts';
import { MarketError } from '../../api/marketError.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import type { ChannelCallOptions } from '../backend/channelMarketService.ts';

/** The last day's place of one wallet among all. */
export interface WalletPlace extends RankedWallet {
  readonly walletsTotal: number;
}

/** Leaders that a view or a list offers. */
export const maxLeaders = 10;

const toPlaces = ({ wallets, wallets_total: walletsTotal }: WalletRanking): WalletPlace[] =>
  wallets.map((wallet) => ({ ...wallet, walletsTotal }));

/** The place of one wallet; null where it has no transactions. Throws a MarketError. */
export async function rankWallet(
  service: Pick<ChannelArbscopeService, 'walletRanking'>,
  wallet: string,
  options: ChannelCallOptions,
): Promise<WalletPlace | null> {
  const ranking = await service.walletRanking({ wallets: [wallet], order: 'gains' }, options);
  return toPlaces(ranking).find((place) => place.wallet === wallet) ?? null;
}

/**
 * The wallets of the last day by net gains: the leaders, and where the tracked ones stand. Services
 * that offer no ranking are no failure: they have none.
 */
export class WalletRankings {
  readonly #service: Pick<ChannelArbscopeService, 'walletRanking'>;
  #leaders: readonly WalletPlace[] = [];
  #places: ReadonlyMap<string, WalletPlace> = new Map();
  #isOffered = true;
  #answeredAtMilliseconds: number | null = null;

  constructor(service: Pick<ChannelArbscopeService, 'walletRanking'>) {
    this.#service = service;
  }

  /** True before anything was asked. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  get leaders(): readonly WalletPlace[] {
    return this.#leaders;
  }

  get answeredAtMilliseconds(): number | null {
    return this.#answeredAtMilliseconds;
  }

  placeOf(wallet: string): WalletPlace | undefined {
    return this.#places.get(wallet);
  }

  clear(): void {
    this.#leaders = [];
    this.#places = new Map();
    this.#isOffered = true;
    this.#answeredAtMilliseconds = null;
  }

  /** The leaders of the whole market. Throws a MarketError. */
  async loadLeaders(options: ChannelCallOptions): Promise<void> {
    const ranking = await this.#request({ limit: maxLeaders }, options);
    if (ranking !== null) this.#leaders = toPlaces(ranking);
  }

  /** The places of wallets among those with transactions of a provider. Throws a MarketError. */
  async loadPlaces(
    wallets: readonly string[],
    provider: StatisticsProvider | null,
    options: ChannelCallOptions,
  ): Promise<void> {
    const providers = provider === null ? {} : { providers: [provider] };
    const limit = wallets.length;
    const ranking = await this.#request({ wallets: [...wallets], limit, ...providers }, options);
    if (ranking === null) return;
    this.#places = new Map(toPlaces(ranking).map((place) => [place.wallet, place]));
  }

  async #request(
    parameters: Parameters<ChannelArbscopeService['walletRanking']>[0],
    options: ChannelCallOptions,
  ): Promise<WalletRanking | null> {
    try {
      const ranking = await this.#service.walletRanking({ ...parameters, order: 'gains' }, options);
      if (options.signal?.aborted === true) return null;
      this.#isOffered = true;
      this.#answeredAtMilliseconds = Date.now();
      return ranking;
    } catch (error) {
      if (!MarketError.is(error, 'not-offered')) throw error;
      this.clear();
      this.#isOffered = false;
      return null;
    }
  }
}
