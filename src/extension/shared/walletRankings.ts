import type { RankedWallet, WalletRanking } from '../../api/arbscope/walletRanking.ts';
import type { StatisticsProvider } from '../../api/enumerations.ts';
import { MarketError } from '../../api/marketError.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import type { ChannelCallOptions } from '../backend/channelMarketService.ts';

/** Rank of one wallet in the last day. */
export interface WalletPlace extends RankedWallet {
  readonly walletsTotal: number;
}

export const maxLeaders = 10;

const toPlaces = ({ wallets, wallets_total: walletsTotal }: WalletRanking): WalletPlace[] =>
  wallets.map((wallet) => ({ ...wallet, walletsTotal }));

/** Null if the wallet has no transactions. Throws a MarketError. */
export async function rankWallet(
  service: Pick<ChannelArbscopeService, 'walletRanking'>,
  wallet: string,
  options: ChannelCallOptions,
): Promise<WalletPlace | null> {
  const ranking = await service.walletRanking({ wallets: [wallet], order: 'gains' }, options);
  return toPlaces(ranking).find((place) => place.wallet === wallet) ?? null;
}

/** Ranks the last day by net gains. A service without a ranking is not an error. */
export class WalletRankings {
  readonly #service: Pick<ChannelArbscopeService, 'walletRanking'>;
  #leaders: readonly WalletPlace[] = [];
  #places: ReadonlyMap<string, WalletPlace> = new Map();
  #isOffered = true;
  #answeredAtMilliseconds: number | null = null;

  constructor(service: Pick<ChannelArbscopeService, 'walletRanking'>) {
    this.#service = service;
  }

  /** True until a request shows otherwise. */
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

  /** They are requested again when they are shown. */
  clearLeaders(): void {
    this.#leaders = [];
  }

  clear(): void {
    this.#leaders = [];
    this.#places = new Map();
    this.#isOffered = true;
    this.#answeredAtMilliseconds = null;
  }

  /** Throws a MarketError. */
  async loadLeaders(options: ChannelCallOptions): Promise<void> {
    const ranking = await this.#request({ limit: maxLeaders }, options);
    if (ranking !== null) this.#leaders = toPlaces(ranking);
  }

  /** `provider`: ranks only wallets with its transactions. Throws a MarketError. */
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
