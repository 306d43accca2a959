import { MarketError } from '../../api/marketError.ts';
import { LandingError } from '../../engine/landing/landingError.ts';
import { rpcErrorCodes } from '../../engine/sources/rpc/rpcError.ts';

/** A JSON-RPC error as Solana nodes answer, with HTTP 200. */
export interface JsonRpcErrorResponse {
  readonly jsonrpc: '2.0';
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly id: unknown;
}

/** What a refused landing is answered with; `null` for a failure of the server itself. */
export function toLandingErrorResponse(error: unknown, body: unknown): JsonRpcErrorResponse | null {
  const given: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined;
  const id = typeof given === 'number' || typeof given === 'string' ? given : null;
  const failure = (code: number, message: string, data?: unknown): JsonRpcErrorResponse => ({
    jsonrpc: '2.0',
    error: { code, message, ...(data === undefined ? {} : { data }) },
    id,
  });
  if (LandingError.isLandingError(error)) return failure(error.code, error.message, error.data);
  if (!MarketError.is(error)) return null;
  if (error.kind === 'plan-lacks-operation') {
    return failure(rpcErrorCodes.methodNotFound, error.message);
  }
  return error.kind === 'bad-parameter'
    ? failure(rpcErrorCodes.invalidParams, error.message)
    : null;
}
