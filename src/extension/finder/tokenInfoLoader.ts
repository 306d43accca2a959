import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { ChannelMarketService } from '../backend/channelMarketService.ts';
import { type Disposable, Listeners } from '../disposable.ts';

export type KnownTokenInfo = Pick<TokenInfo, 'symbol' | 'authorities'>;

/** Calls under way at once: each waits for its turn within the limits, behind every other call. */
const maxConcurrentCalls = 3;

/** Failures that belong to one mint; after any other, nothing more is asked until the next time. */
const mintErrorKinds: readonly MarketErrorKind[] = [
  'not-found',
  'bad-parameter',
  'unreadable-answer',
];

/** What the connection knows of the Finder's tokens, asked for in the background. */
export class TokenInfoLoader implements Disposable {
  readonly #service: Pick<ChannelMarketService, 'tokenInfo'>;
  readonly #changed = new Listeners<void>();
  /** Null: there is nothing to know. */
  readonly #infoByMint = new Map<string, KnownTokenInfo | null>();
  #activeRequest: AbortController | null = null;

  constructor(service: Pick<ChannelMarketService, 'tokenInfo'>) {
    this.#service = service;
  }

  /** Something is known that was not known before. */
  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  get(mint: string): KnownTokenInfo | undefined {
    return this.#infoByMint.get(mint) ?? undefined;
  }

  /** Asks for what is not known yet of these mints; what was asked for before is given up. */
  async load(mints: readonly string[]): Promise<void> {
    this.#activeRequest?.abort();
    const asking = new AbortController();
    this.#activeRequest = asking;
    const left = mints.filter((mint) => !this.#infoByMint.has(mint));
    const work = async () => {
      for (let mint = left.shift(); mint !== undefined; mint = left.shift()) {
        const isWorthwhile = await this.#loadOne(mint, asking.signal);
        if (asking.signal.aborted) return;
        if (!isWorthwhile) left.length = 0;
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentCalls }, work));
  }

  /** Gives up what is asked for. */
  stop(): void {
    this.#activeRequest?.abort();
  }

  /** Another connection answers from now on. */
  clear(): void {
    this.stop();
    this.#infoByMint.clear();
  }

  dispose(): void {
    this.stop();
  }

  /** Whether asking for further mints is of use. */
  async #loadOne(mint: string, signal: AbortSignal): Promise<boolean> {
    try {
      const options = { signal, priority: 'background' } as const;
      const fact = await this.#service.tokenInfo({ token: mint }, options);
      if (signal.aborted) return false;
      this.#infoByMint.set(mint, fact);
      this.#changed.fire();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const isOfTheMint = MarketError.is(error) && mintErrorKinds.includes(error.kind);
      if (isOfTheMint) this.#infoByMint.set(mint, null);
      return isOfTheMint;
    }
  }
}
