import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { LandedTransactions } from '../sources/simulated/simulatedSource.ts';
import type { LandingChain } from './landingChain.ts';
import { type SandboxChain, sandboxSubmissionEndpoint } from './sandboxChain.ts';

type ForwardedMethod = Exclude<keyof LandingChain, 'submissionEndpoint'>;

/**
 * The Sandbox's chain, which opens with the first question about it: its virtual machine is native
 * code that most windows never need. Where that has no build, every question is told so, and the
 * market does without.
 */
export class LazySandboxChain implements LandingChain, LandedTransactions {
  readonly submissionEndpoint = sandboxSubmissionEndpoint;
  readonly #openChain: () => Promise<SandboxChain>;
  #opening: Promise<SandboxChain> | null = null;
  #chain: SandboxChain | null;

  /** `chain` is there where it had to be opened at once. */
  constructor(open: () => Promise<SandboxChain>, chain: SandboxChain | null) {
    this.#openChain = open;
    this.#chain = chain;
  }

  /** Throws a MarketError that says what is missing. */
  async open(): Promise<SandboxChain> {
    if (this.#chain !== null) return this.#chain;
    this.#opening ??= this.#openChain();
    this.#chain = await this.#opening;
    return this.#chain;
  }

  readonly network = this.#forward('network');
  readonly facts = this.#forward('facts');
  readonly simulate = this.#forward('simulate');
  readonly send = this.#forward('send');
  readonly statuses = this.#forward('statuses');
  readonly isBlockhashValid = this.#forward('isBlockhashValid');
  readonly latestBlockhash = this.#forward('latestBlockhash');

  #forward<Name extends ForwardedMethod>(name: Name) {
    return async (
      ...given: Parameters<SandboxChain[Name]>
    ): Promise<Awaited<ReturnType<SandboxChain[Name]>>> => {
      const chain = await this.open();
      return await Reflect.apply(chain[name], chain, given);
    };
  }

  // Before it is opened nothing was landed.

  produceBlock(second: number): void {
    this.#chain?.produceBlock(second);
  }

  nextLandedSecond(from: number): number | null {
    return this.#chain?.nextLandedSecond(from) ?? null;
  }

  landedBetween(first: number, last: number): readonly RpcBlockTransaction[] {
    return this.#chain?.landedBetween(first, last) ?? [];
  }
}
