import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { LandedTransactions } from '../sources/simulated/simulatedSource.ts';
import type { ChainStatus, LandingChain, LatestBlockhash, Sent } from './landingChain.ts';
import { type SandboxChain, sandboxChannel } from './sandboxChain.ts';

type Parameters<Name extends keyof LandingChain> = LandingChain[Name] extends (
  ...parameters: infer Given
) => unknown
  ? Given
  : never;

/**
 * The Sandbox's chain, which opens with the first question about it: its virtual machine is native
 * code that most windows never need. Where that has no build, every question is told so, and the
 * market does without.
 */
export class LateSandboxChain implements LandingChain, LandedTransactions {
  readonly channel = sandboxChannel;
  readonly #open: () => Promise<SandboxChain>;
  #opening: Promise<SandboxChain> | null = null;
  #chain: SandboxChain | null;

  /** `chain` is there where it had to be opened at once. */
  constructor(open: () => Promise<SandboxChain>, chain: SandboxChain | null) {
    this.#open = open;
    this.#chain = chain;
  }

  /** Throws a MarketError that says what is missing. */
  async opened(): Promise<SandboxChain> {
    if (this.#chain !== null) return this.#chain;
    this.#opening ??= this.#open();
    this.#chain = await this.#opening;
    return this.#chain;
  }

  #asked(): Promise<LandingChain> {
    return this.opened();
  }

  async network(): Promise<string> {
    return await (await this.#asked()).network();
  }

  async facts(...given: Parameters<'facts'>): ReturnType<LandingChain['facts']> {
    return await (await this.#asked()).facts(...given);
  }

  async simulate(...given: Parameters<'simulate'>): ReturnType<LandingChain['simulate']> {
    return await (await this.#asked()).simulate(...given);
  }

  async send(...given: Parameters<'send'>): Promise<Sent> {
    return await (await this.#asked()).send(...given);
  }

  async statuses(...given: Parameters<'statuses'>): Promise<readonly (ChainStatus | null)[]> {
    return await (await this.#asked()).statuses(...given);
  }

  async isBlockhashValid(...given: Parameters<'isBlockhashValid'>): Promise<boolean> {
    return await (await this.#asked()).isBlockhashValid(...given);
  }

  async latestBlockhash(): Promise<LatestBlockhash> {
    return await (await this.#asked()).latestBlockhash();
  }

  // Before it is opened nothing was landed.

  produce(second: number): void {
    this.#chain?.produce(second);
  }

  next(from: number): number | null {
    return this.#chain?.next(from) ?? null;
  }

  between(first: number, last: number): readonly RpcBlockTransaction[] {
    return this.#chain?.between(first, last) ?? [];
  }
}
