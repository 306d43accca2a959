import { MarketError } from '../../api/marketError.ts';
import { rpcErrorCodes } from '../../engine/sources/rpc/rpcError.ts';
import { toLandingErrorResponse } from './landingErrorResponse.ts';

export type RpcHandler = (method: string, params: readonly unknown[]) => Promise<unknown> | null;

/** One JSON-RPC request answered; failures are answers as well. */
export async function handleRpcRequest(rpc: RpcHandler, body: unknown): Promise<object> {
  const failed = (code: number, message: string) => ({
    jsonrpc: '2.0',
    error: { code, message },
    id: null,
  });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return failed(rpcErrorCodes.invalidRequest, 'Invalid request');
  }
  const { method, params = [], id = null } = body as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string' || !Array.isArray(params)) {
    return { ...failed(rpcErrorCodes.invalidRequest, 'Invalid request'), id };
  }
  try {
    const answer = rpc(method, params);
    if (answer === null) {
      return {
        ...failed(rpcErrorCodes.nodeUnhealthy, 'Node is unhealthy: it is starting'),
        id,
      };
    }
    return { jsonrpc: '2.0', result: await answer, id };
  } catch (error) {
    const refused = toLandingErrorResponse(error, body);
    if (refused !== null) return refused;
    if (!MarketError.is(error)) throw error;
    return { ...failed(rpcErrorCodes.internalError, error.message), id };
  }
}
