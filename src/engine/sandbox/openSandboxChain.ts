import type { LandingChain } from '../chain/landingChain.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import { SandboxChain, sandboxSubmissionEndpoint } from './sandboxChain.ts';
import { SandboxJournal } from './sandboxJournal.ts';
import type { LandedTransactions, SimulatedChain } from './simulatedSource.ts';
import { VirtualMachine } from './virtualMachine.ts';

/** At first use, or at once if the journal has events. */
export async function openSandboxChain(
  journalPath?: string,
  openMachine: () => Promise<VirtualMachine> = VirtualMachine.open,
): Promise<(simulated: SimulatedChain) => LazySandboxChain> {
  const journal = journalPath === undefined ? {} : { journalPath };
  const wasUsed = new SandboxJournal(journalPath ?? null).read(0).length > 0;
  // A failure is ignored here: the first request opens it again and reports the error.
  const machine = wasUsed ? await openMachine().catch(() => null) : null;
  return (simulated) =>
    new LazySandboxChain(
      async () => new SandboxChain({ ...simulated, ...journal, machine: await openMachine() }),
      machine === null ? null : new SandboxChain({ ...simulated, ...journal, machine }),
    );
}

/** `null` for any other chain. Throws a MarketError. */
export async function getSandboxChain(chain: LandingChain | null): Promise<SandboxChain | null> {
  if (chain instanceof LazySandboxChain) return await chain.open();
  return chain instanceof SandboxChain ? chain : null;
}

type ForwardedMethod = Exclude<keyof LandingChain, 'submissionEndpoint'>;

/** Opens on the first request: the native virtual machine may be missing and is rarely needed. */
class LazySandboxChain implements LandingChain, LandedTransactions {
  readonly submissionEndpoint = sandboxSubmissionEndpoint;
  readonly #openChain: () => Promise<SandboxChain>;
  #opening: Promise<SandboxChain> | null = null;
  #chain: SandboxChain | null;

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
  readonly execute = this.#forward('execute');
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

  // An unopened chain has no landed transactions.

  produceBlock(second: number): void {
    this.#chain?.produceBlock(second);
  }

  runBlock(second: number): void {
    this.#chain?.runBlock(second);
  }

  announceBlock(second: number): void {
    this.#chain?.announceBlock(second);
  }

  nextLandedSecond(from: number): number | null {
    return this.#chain?.nextLandedSecond(from) ?? null;
  }

  landedBetween(first: number, last: number): readonly RpcBlockTransaction[] {
    return this.#chain?.landedBetween(first, last) ?? [];
  }
}
