import { LandingRefused, landingCodes } from '../../engine/landing/landingRefused.ts';
import { MarketError } from '../../interface/marketError.ts';

/** A JSON-RPC error as Solana nodes answer, with HTTP 200. */
export interface JsonRpcFailure {
  readonly jsonrpc: '2.0';
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly id: unknown;
}

/** What a refused landing is answered with; `null` for a failure of the server itself. */
export function landingFailure(error: unknown, body: unknown): JsonRpcFailure | null {
  const given: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined;
  const id = typeof given === 'number' || typeof given === 'string' ? given : null;
  const failure = (code: number, message: string, data?: unknown): JsonRpcFailure => ({
    jsonrpc: '2.0',
    error: { code, message, ...(data === undefined ? {} : { data }) },
    id,
  });
  if (LandingRefused.isRefused(error)) return failure(error.code, error.message, error.data);
  if (!MarketError.is(error)) return null;
  if (error.kind === 'plan-lacks-operation') {
    return failure(landingCodes.methodNotFound, error.message);
  }
  return error.kind === 'bad-parameter' ? failure(landingCodes.invalidParams, error.message) : null;
}
