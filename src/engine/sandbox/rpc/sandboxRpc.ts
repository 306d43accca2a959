import { LandingError } from '../../rpc/landingError.ts';
import { rpcErrorCodes } from '../../rpc/rpcError.ts';
import type { SandboxChain } from '../sandboxChain.ts';
import { accountMethods } from './accountMethods.ts';
import { blockMethods } from './blockMethods.ts';
import type { RpcMethod } from './rpcMethod.ts';
import { RpcParameters } from './rpcParameters.ts';
import { transactionMethods } from './transactionMethods.ts';

const sandboxRpcMethods: ReadonlyMap<string, RpcMethod> = new Map<string, RpcMethod>(
  Object.entries({ ...accountMethods, ...blockMethods, ...transactionMethods }),
);

/** Throws a LandingError with the code of a Solana node. */
export async function handleSandboxRpc(
  chain: SandboxChain,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const call = sandboxRpcMethods.get(method);
  if (call === undefined) {
    throw new LandingError(
      rpcErrorCodes.methodNotFound,
      `Method not found: the Sandbox's node does not have ${method.slice(0, maxNameLength)}`,
    );
  }
  return await call(chain, new RpcParameters(params));
}

const maxNameLength = 60;
