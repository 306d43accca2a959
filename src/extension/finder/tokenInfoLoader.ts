import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { ChannelMarketService } from '../backend/channelMarketService.ts';
import { type Disposable, Listeners } from '../base/disposable.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';

export type KnownTokenInfo = Pick<TokenInfo, 'symbol' | 'authorities' | 'unknown_members'>;

/** Concurrent calls; each waits for the rate limits, behind all other calls. */
const maxConcurrentCalls = 3;

const mintErrorKinds: readonly MarketErrorKind[] = [
  'not-found',
  'bad-parameter',
  'unreadable-answer',
];

/** Symbols and authorities of the Finder's tokens, loaded in the background. */
export class TokenInfoLoader implements Disposable {
  readonly #service: Pick<ChannelMarketService, 'tokenInfo'>;
  readonly #recentResponses: Pick<RecentResponses, 'addTokenInfo'>;
  readonly #changed = new Listeners<void>();
  readonly #infoByMint = new Map<string, KnownTokenInfo | null>();
  #activeRequest: AbortController | null = null;

  constructor(
    service: Pick<ChannelMarketService, 'tokenInfo'>,
    recentResponses: Pick<RecentResponses, 'addTokenInfo'>,
  ) {
    this.#service = service;
    this.#recentResponses = recentResponses;
  }

  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  /** Null: the connection does not know the mint; undefined: not requested yet. */
  get(mint: string): KnownTokenInfo | null | undefined {
    return this.#infoByMint.get(mint);
  }

  /** Cancels the previous load. */
  async load(mints: readonly string[]): Promise<void> {
    this.#activeRequest?.abort();
    const request = new AbortController();
    this.#activeRequest = request;
    const left = mints.filter((mint) => !this.#infoByMint.has(mint));
    const work = async () => {
      for (let mint = left.shift(); mint !== undefined; mint = left.shift()) {
        const isWorthwhile = await this.#loadOne(mint, request.signal);
        if (request.signal.aborted) return;
        if (!isWorthwhile) left.length = 0;
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentCalls }, work));
  }

  stop(): void {
    this.#activeRequest?.abort();
  }

  clear(): void {
    this.stop();
    this.#infoByMint.clear();
  }

  dispose(): void {
    this.stop();
  }

  /** Returns whether further requests are worthwhile. */
  async #loadOne(mint: string, signal: AbortSignal): Promise<boolean> {
    const options = { signal, priority: 'background' } as const;
    const info = await this.#service.tokenInfo({ token: mint }, options).catch(nullIfUnknown);
    if (signal.aborted || info === undefined) return false;
    this.#infoByMint.set(mint, info);
    if (info !== null) this.#recentResponses.addTokenInfo(mint, info);
    this.#changed.fire();
    return true;
  }
}

/** Null: an error of one mint; undefined: any other, which stops requests until `load`. */
const nullIfUnknown = (error: unknown) =>
  MarketError.is(error) && mintErrorKinds.includes(error.kind) ? null : undefined;
