import { MarketError, type MarketErrorKind } from '../../interface/marketError.ts';
import type { TokenInfo } from '../../interface/tokenInfo.ts';
import type { WindowService } from '../connection/channelService.ts';
import { type Disposable, Listeners } from '../disposable.ts';

export interface TokenFactsOptions {
  readonly service: Pick<WindowService, 'tokenInfo'>;
}

export type TokenFact = Pick<TokenInfo, 'symbol' | 'authorities'>;

/** Calls under way at once: each waits for its turn within the limits, behind every other call. */
const callsAtOnce = 3;

/** Failures that belong to one mint; after any other, nothing more is asked until the next time. */
const ofTheMint: readonly MarketErrorKind[] = ['not-found', 'bad-parameter', 'unreadable-answer'];

/** What the connection knows of the Finder's tokens, asked for in the background. */
export class TokenFacts implements Disposable {
  readonly #options: TokenFactsOptions;
  readonly #changed = new Listeners<void>();
  /** Null: there is nothing to know. */
  readonly #facts = new Map<string, TokenFact | null>();
  #asking: AbortController | null = null;

  constructor(options: TokenFactsOptions) {
    this.#options = options;
  }

  /** Something is known that was not known before. */
  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  of(mint: string): TokenFact | undefined {
    return this.#facts.get(mint) ?? undefined;
  }

  /** Asks for what is not known yet of these mints; what was asked for before is given up. */
  async ask(mints: readonly string[]): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const left = mints.filter((mint) => !this.#facts.has(mint));
    const work = async () => {
      for (let mint = left.shift(); mint !== undefined; mint = left.shift()) {
        const isWorthwhile = await this.#ask(mint, asking.signal);
        if (asking.signal.aborted) return;
        if (!isWorthwhile) left.length = 0;
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
  }

  /** Gives up what is asked for. */
  stop(): void {
    this.#asking?.abort();
  }

  /** Another connection answers from now on. */
  forget(): void {
    this.stop();
    this.#facts.clear();
  }

  dispose(): void {
    this.stop();
  }

  /** Whether asking for further mints is of use. */
  async #ask(mint: string, signal: AbortSignal): Promise<boolean> {
    try {
      const options = { signal, priority: 'background' } as const;
      const fact = await this.#options.service.tokenInfo({ token: mint }, options);
      if (signal.aborted) return false;
      this.#facts.set(mint, fact);
      this.#changed.tell();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const isOfTheMint = MarketError.is(error) && ofTheMint.includes(error.kind);
      if (isOfTheMint) this.#facts.set(mint, null);
      return isOfTheMint;
    }
  }
}
