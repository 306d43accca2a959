import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { LandedTransactions } from '../sources/simulated/simulatedSource.ts';
import type {
  LandingChain,
  LatestBlockhash,
  SendResult,
  TransactionStatus,
} from './landingChain.ts';
import { type SandboxChain, sandboxSubmissionEndpoint } from './sandboxChain.ts';

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

  async network(): Promise<string> {
    return await (await this.open()).network();
  }

  async facts(...given: Parameters<SandboxChain['facts']>): ReturnType<SandboxChain['facts']> {
    return await (await this.open()).facts(...given);
  }

  async simulate(
    ...given: Parameters<SandboxChain['simulate']>
  ): ReturnType<SandboxChain['simulate']> {
    return await (await this.open()).simulate(...given);
  }

  async send(...given: Parameters<SandboxChain['send']>): Promise<SendResult> {
    return await (await this.open()).send(...given);
  }

  async statuses(
    ...given: Parameters<SandboxChain['statuses']>
  ): Promise<(TransactionStatus | null)[]> {
    return await (await this.open()).statuses(...given);
  }

  async isBlockhashValid(...given: Parameters<SandboxChain['isBlockhashValid']>): Promise<boolean> {
    return await (await this.open()).isBlockhashValid(...given);
  }

  async latestBlockhash(): Promise<LatestBlockhash> {
    return await (await this.open()).latestBlockhash();
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
