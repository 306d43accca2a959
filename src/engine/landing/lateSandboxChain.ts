import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { LandedTransactions } from '../sources/simulated/simulatedSource.ts';
import type { ChainStatus, LandingChain, LatestBlockhash, Sent } from './landingChain.ts';
import { type SandboxChain, sandboxChannel } from './sandboxChain.ts';

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

  async network(): Promise<string> {
    return await (await this.opened()).network();
  }

  async facts(...given: Parameters<SandboxChain['facts']>): ReturnType<SandboxChain['facts']> {
    return await (await this.opened()).facts(...given);
  }

  async simulate(
    ...given: Parameters<SandboxChain['simulate']>
  ): ReturnType<SandboxChain['simulate']> {
    return await (await this.opened()).simulate(...given);
  }

  async send(...given: Parameters<SandboxChain['send']>): Promise<Sent> {
    return await (await this.opened()).send(...given);
  }

  async statuses(...given: Parameters<SandboxChain['statuses']>): Promise<(ChainStatus | null)[]> {
    return await (await this.opened()).statuses(...given);
  }

  async isBlockhashValid(...given: Parameters<SandboxChain['isBlockhashValid']>): Promise<boolean> {
    return await (await this.opened()).isBlockhashValid(...given);
  }

  async latestBlockhash(): Promise<LatestBlockhash> {
    return await (await this.opened()).latestBlockhash();
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
