import type { ArbitragePage, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import { maxArbitrages } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { lastingKinds } from '../backend/arbitrageWatch.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import type { ChannelCallOptions, ChannelMarketService } from '../backend/channelMarketService.ts';
import { DisposableStore } from '../base/disposable.ts';
import { WalletLoader, type WalletLoaderOptions } from '../shared/walletLoader.ts';
import { ArbitrageFeed, liveRows, maxLiveRows } from './arbitrageFeed.ts';
import type { LiveFilter } from './liveFilter.ts';

export interface LiveSourceOptions {
  readonly arbscope: Pick<ChannelArbscopeService, 'arbitrages' | 'watchArbitrages'>;
  readonly service: Pick<ChannelMarketService, 'walletOverview' | 'walletTransactions'>;
  readonly recentResponses: WalletLoaderOptions['recentResponses'];
  readonly filter: () => LiveFilter;
  readonly trackedWallets: () => readonly string[];
  /** The stream ended with an error that waiting does not fix. */
  readonly onEnd: (error: MarketError) => void;
}

/** A search for older arbitrages that ended before it found enough. */
interface OpenSearch {
  readonly cursor: string;
  /** `null` if unknown. */
  readonly fromMilliseconds: number | null;
  /** Signature of the last row at its end; the search only continues behind this row. */
  readonly lastRow: string | null;
}

/** The arbitrage stream, or wallets' transactions if the connection has no stream. */
export class LiveSource extends DisposableStore {
  readonly #options: LiveSourceOptions;
  readonly feed = new ArbitrageFeed();
  readonly #wallets: WalletLoader;
  #walletTransactions: readonly WalletTransaction[] = [];
  #stream = new DisposableStore();
  #isWatching = false;
  /** Undefined until the first response. */
  #isOffered: boolean | undefined;
  #hasOlder = false;
  #openSearch: OpenSearch | null = null;
  #lostAtMilliseconds: number | null = null;
  #answeredAtMilliseconds: number | null = null;

  constructor(options: LiveSourceOptions) {
    super();
    this.#options = options;
    const { service, recentResponses } = options;
    this.#wallets = new WalletLoader({ service, wallets: () => this.wallets, recentResponses });
  }

  /** False if the connection does not support Arbscope's own operations. */
  get isOffered(): boolean {
    return this.#isOffered !== false;
  }

  /** Newest first; only used without the stream. */
  get walletTransactions(): readonly WalletTransaction[] {
    return this.#walletTransactions;
  }

  get wallets(): readonly string[] {
    return this.#options.filter().wallets ?? this.#options.trackedWallets();
  }

  get answeredAtMilliseconds(): number | null {
    return this.#answeredAtMilliseconds;
  }

  /** Time since when no events arrive; null while they do, and before the first. */
  get lostAtMilliseconds(): number | null {
    return this.#lostAtMilliseconds;
  }

  get hasOlder(): boolean {
    return this.isOffered && this.#hasOlder && this.feed.rows.length < maxLiveRows;
  }

  /** How far the search for older arbitrages has got; null if it found enough, or if unknown. */
  get searchedFromMilliseconds(): number | null {
    return this.#continuedSearch?.fromMilliseconds ?? null;
  }

  get #continuedSearch(): OpenSearch | null {
    const { rows } = this.feed;
    const search = this.#openSearch;
    if (search === null) return null;
    // New rows push out the last ones, and then older ones are missing before the searched blocks.
    const isBehind =
      search.lastRow === null
        ? rows.length < liveRows
        : rows.some(({ signature }) => signature === search.lastRow);
    return isBehind ? search : null;
  }

  clear(): void {
    this.stop();
    this.feed.clear();
    this.#wallets.clear();
    this.#walletTransactions = [];
    this.#isOffered = undefined;
    this.#hasOlder = false;
    this.#openSearch = null;
    this.#answeredAtMilliseconds = null;
    this.#lostAtMilliseconds = null;
  }

  /** The stream continues this page. Throws a MarketError. */
  async load(call: ChannelCallOptions): Promise<void> {
    this.stop();
    const { arbscope, filter } = this.#options;
    try {
      const page = await arbscope.arbitrages({ ...filter(), limit: liveRows }, call);
      if (call.signal?.aborted === true) return;
      this.#isOffered = true;
      this.#hasOlder = page.next !== null;
      this.feed.addPage(page);
      const last = this.feed.rows.at(-1);
      // Otherwise the list has older rows than the page.
      const isPageLast = last === undefined || last.signature === page.arbitrages.at(-1)?.signature;
      this.#openSearch = isPageLast ? this.#searchBehind(page) : null;
    } catch (error) {
      if (!MarketError.is(error, 'not-offered')) throw error;
      this.#isOffered = false;
      await this.#loadWallets(call);
    }
    this.#answeredAtMilliseconds = Date.now();
    this.#lostAtMilliseconds = null;
  }

  /** Resumes the stream at the last cursor unless it is running. */
  watch(): void {
    const cursor = this.feed.newest;
    if (this.#isWatching || cursor === null) return;
    this.#isWatching = true;
    const { arbscope, filter, onEnd } = this.#options;
    const stream = new DisposableStore();
    this.#stream = stream;
    const parameters: ArbitrageStreamParameters = { ...filter(), cursor };
    stream.add(
      arbscope.watchArbitrages(parameters, {
        onEvent: (event) => {
          if (this.#stream === stream) this.feed.addEvent(event);
        },
        onState: ({ isLive, error }) => {
          if (this.#stream !== stream) return;
          this.#lostAtMilliseconds = isLive ? null : (this.#lostAtMilliseconds ?? Date.now());
          if (error !== null && lastingKinds.has(error.kind)) onEnd(error);
        },
      }),
    );
  }

  /** Stops the stream; its rows stay. */
  stop(): void {
    this.#isWatching = false;
    const stream = this.#stream;
    this.#stream = new DisposableStore();
    stream.dispose();
  }

  /** Throws a MarketError. */
  async loadOlder(call: ChannelCallOptions): Promise<void> {
    const search = this.#continuedSearch;
    const { arbscope, filter } = this.#options;
    const where =
      search === null ? this.#beforeLastRow() : { cursor: search.cursor, limit: liveRows };
    if (where === null) return;
    const page = await arbscope.arbitrages({ ...filter(), ...where }, call);
    if (call.signal?.aborted === true) return;
    const added = this.feed.addOlder(page.arbitrages);
    this.#openSearch = this.#searchBehind(page);
    this.#hasOlder = page.next !== null && (added > 0 || this.#openSearch !== null);
  }

  #searchBehind({ next, searched_from }: ArbitragePage): OpenSearch | null {
    if (next === null || searched_from === undefined) return null;
    return {
      cursor: next,
      fromMilliseconds: searched_from === null ? null : Date.parse(searched_from),
      lastRow: this.feed.rows.at(-1)?.signature ?? null,
    };
  }

  #beforeLastRow(): { readonly to: number; readonly limit: number } | null {
    const { rows } = this.feed;
    const seconds = rows.findLast(({ timestamp }) => timestamp !== null)?.timestamp ?? null;
    if (seconds === null) return null;
    const to = Math.floor(Date.parse(seconds) / 1_000);
    // The range includes the last second, so the limit allows for its duplicates.
    const isAgain = ({ timestamp }: { readonly timestamp: string | null }): boolean =>
      timestamp !== null && Math.floor(Date.parse(timestamp) / 1_000) <= to;
    return { to, limit: Math.min(maxArbitrages, liveRows + rows.filter(isAgain).length) };
  }

  override dispose(): void {
    this.stop();
    super.dispose();
  }

  async #loadWallets(call: ChannelCallOptions): Promise<void> {
    if (this.feed.isPaused && this.#walletTransactions.length > 0) return;
    this.#wallets.clear('transactions');
    const found = new Map<string, WalletTransaction>();
    for (const wallet of this.wallets) {
      const { transactions } = await this.#wallets.loadTransactions(wallet, false, {
        ...call,
        // The lowest rate is one request a minute: the user's own requests take precedence.
        priority: 'background',
      });
      for (const each of transactions) found.set(each.signature, each);
    }
    if (call.signal?.aborted === true) return;
    this.#walletTransactions = [...found.values()]
      .sort((first, second) => second.block_number - first.block_number)
      .slice(0, liveRows);
  }
}
