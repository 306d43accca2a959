import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { LandingError } from '../../engine/landing/landingError.ts';
import { rpcErrorCodes } from '../../engine/sources/rpc/rpcError.ts';

/** Answers one JSON-RPC request; `null` while the node starts. */
export type RpcHandler = (method: string, params: readonly unknown[]) => Promise<unknown> | null;

const rpcError = (id: unknown, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0' as const,
  error: { code, message, ...(data === undefined ? {} : { data }) },
  id,
});

/** Whether a JSON-RPC request lands a transaction. Batches are not answered, so none is in them. */
export const isLandingRequest = (body: unknown): boolean =>
  isObject(body) && body['method'] === 'sendTransaction';

/** One JSON-RPC request answered; failures are responses as well. */
export async function handleRpcRequest(rpc: RpcHandler, body: unknown): Promise<object> {
  const { method, params = [], id = null } = isObject(body) ? body : {};
  if (typeof method !== 'string' || !Array.isArray(params)) {
    return rpcError(id, rpcErrorCodes.invalidRequest, 'Invalid request');
  }
  try {
    const result = rpc(method, params);
    return result === null
      ? rpcError(id, rpcErrorCodes.nodeUnhealthy, 'Node is unhealthy: it is starting')
      : { jsonrpc: '2.0', result: await result, id };
  } catch (error) {
    const refused = toLandingErrorResponse(error, body);
    if (refused !== null) return refused;
    if (!MarketError.is(error)) throw error;
    return rpcError(id, rpcErrorCodes.internalError, error.message);
  }
}

/** A refused landing as a Solana node's JSON-RPC error; `null` for a failure of the server. */
export function toLandingErrorResponse(
  error: unknown,
  body: unknown,
): ReturnType<typeof rpcError> | null {
  const given = isObject(body) ? body['id'] : undefined;
  const id = typeof given === 'number' || typeof given === 'string' ? given : null;
  if (LandingError.isLandingError(error)) {
    return rpcError(id, error.code, error.message, error.data);
  }
  if (MarketError.is(error, 'plan-lacks-operation')) {
    return rpcError(id, rpcErrorCodes.methodNotFound, error.message);
  }
  return MarketError.is(error, 'bad-parameter')
    ? rpcError(id, rpcErrorCodes.invalidParams, error.message)
    : null;
}
