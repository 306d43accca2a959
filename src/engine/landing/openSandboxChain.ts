import type { SimulatedClock } from '../sources/simulated/simulatedSource.ts';
import type { LandingChain } from './landingChain.ts';
import { LazySandboxChain } from './lazySandboxChain.ts';
import { SandboxChain } from './sandboxChain.ts';
import { SandboxJournal } from './sandboxJournal.ts';
import { VirtualMachine } from './virtualMachine.ts';

/**
 * Makes the Sandbox's chain. It opens when it is first asked; at once where the journal holds what
 * was landed, which is part of the history.
 */
export async function openSandboxChain(
  journalPath?: string,
  openMachine: () => Promise<VirtualMachine> = VirtualMachine.open,
): Promise<(clock: SimulatedClock) => LazySandboxChain> {
  const journal = journalPath === undefined ? {} : { journalPath };
  const wasUsed = new SandboxJournal(journalPath ?? null).read(0).length > 0;
  // What fails now fails again with the first question, which is told why.
  const machine = wasUsed ? await openMachine().catch(() => null) : null;
  return (clock) =>
    new LazySandboxChain(
      async () => new SandboxChain({ ...clock, ...journal, machine: await openMachine() }),
      machine === null ? null : new SandboxChain({ ...clock, ...journal, machine }),
    );
}

/** The Sandbox's own chain, opened; `null` for any other. Throws a MarketError. */
export async function getSandboxChain(chain: LandingChain | null): Promise<SandboxChain | null> {
  if (chain instanceof LazySandboxChain) return await chain.open();
  return chain instanceof SandboxChain ? chain : null;
}
