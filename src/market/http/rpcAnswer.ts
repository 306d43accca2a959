import { landingCodes } from '../../engine/landing/landingRefused.ts';
import { MarketError } from '../../interface/marketError.ts';
import { landingFailure } from './landingFailure.ts';

export type RpcMethod = (method: string, params: readonly unknown[]) => Promise<unknown> | null;

/** One JSON-RPC request answered; failures are answers as well. */
export async function rpcAnswer(rpc: RpcMethod, body: unknown): Promise<object> {
  const failed = (code: number, message: string) => ({
    jsonrpc: '2.0',
    error: { code, message },
    id: null,
  });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return failed(landingCodes.invalidRequest, 'Invalid request');
  }
  const { method, params = [], id = null } = body as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string' || !Array.isArray(params)) {
    return { ...failed(landingCodes.invalidRequest, 'Invalid request'), id };
  }
  try {
    const answer = rpc(method, params);
    if (answer === null) {
      return { ...failed(landingCodes.nodeUnhealthy, 'Node is unhealthy: it is starting'), id };
    }
    return { jsonrpc: '2.0', result: await answer, id };
  } catch (error) {
    const refused = landingFailure(error, body);
    if (refused !== null) return refused;
    if (!MarketError.is(error)) throw error;
    return { ...failed(landingCodes.internalError, error.message), id };
  }
}
