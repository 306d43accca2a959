import { LandingError } from '../../rpc/landingError.ts';
import { rpcErrorCodes } from '../../rpc/rpcError.ts';
import type { SandboxChain } from '../sandboxChain.ts';
import { commitmentDepth } from '../sandboxLedger.ts';
import type { RpcCommitment, RpcParameters } from './rpcParameters.ts';

/** Throws a LandingError if a node would reject the request. */
export type RpcMethod = (chain: SandboxChain, params: RpcParameters) => unknown;

/** Version of the node whose responses are imitated. */
export const apiVersion = '4.0.0';

/**
 * Throws if the chain has not reached `minContextSlot`. Accounts have the state of the newest block
 * at every commitment.
 */
export function inContext(chain: SandboxChain, options: RpcParameters, value: unknown) {
  options.commitment();
  assertContextSlot(chain, options);
  return { context: { slot: chain.newestSlot, apiVersion }, value };
}

export function assertContextSlot(chain: SandboxChain, options: RpcParameters): void {
  const minimum = options.optionalInteger('minContextSlot', 'a slot');
  if (minimum === undefined || minimum <= chain.newestSlot) return;
  throw new LandingError(
    rpcErrorCodes.minContextSlotNotReached,
    'Minimum context slot has not been reached',
    { contextSlot: chain.newestSlot },
  );
}

/** The default is `finalized`, as on every node. */
export const slotAt = (chain: SandboxChain, commitment: RpcCommitment = 'finalized'): number =>
  chain.newestSlot - commitmentDepth[commitment];
