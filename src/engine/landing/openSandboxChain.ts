import { MarketError } from '../../interface/marketError.ts';
import type { LandedTransactions, SimulatedClock } from '../sources/simulated/simulatedSource.ts';
import type { LandingChain } from './landingChain.ts';
import { SandboxChain } from './sandboxChain.ts';
import { VirtualMachine } from './virtualMachine.ts';

export type SandboxLanding = LandingChain & LandedTransactions;

/**
 * Makes the Sandbox's chain. Where the virtual machine has no build for this machine, a chain that
 * says so whenever it is asked: the market itself does without.
 */
export async function openSandboxChain(
  journalPath?: string,
  openMachine: () => Promise<VirtualMachine> = VirtualMachine.open,
): Promise<(clock: SimulatedClock) => SandboxLanding> {
  try {
    const machine = await openMachine();
    const journal = journalPath === undefined ? {} : { journalPath };
    return (clock) => new SandboxChain({ ...clock, ...journal, machine });
  } catch (error) {
    const reason = MarketError.is(error)
      ? error
      : new MarketError('service-failing', 'The Sandbox cannot land transactions here');
    return () => missingChain(reason);
  }
}

function missingChain(reason: MarketError): SandboxLanding {
  const refuse = () => Promise.reject(reason);
  return {
    channel: {
      host: 'the Sandbox',
      openWay: 'and runs in its next block',
      simulates: true,
      protection: true,
      provider: () => null,
      minimumTipLamports: () => 0n,
    },
    network: refuse,
    facts: refuse,
    simulate: refuse,
    send: refuse,
    statuses: refuse,
    isBlockhashValid: refuse,
    latestBlockhash: refuse,
    produce: () => undefined,
    next: () => null,
    between: () => [],
  };
}
