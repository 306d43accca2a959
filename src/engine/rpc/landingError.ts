import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import { RpcError, type RpcErrorKind, rpcErrorCodes, toMarketError } from './rpcError.ts';

const errorKinds: Readonly<Record<number, MarketErrorKind>> = {
  [rpcErrorCodes.internalError]: 'service-failing',
  [rpcErrorCodes.nodeUnhealthy]: 'service-failing',
};

/** Carries the JSON-RPC error that a Solana node would return. */
export class LandingError extends MarketError {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(errorKinds[code] ?? 'bad-parameter', message);
    this.code = code;
    this.data = data;
  }

  static isLandingError(error: unknown): error is LandingError {
    return error instanceof LandingError;
  }
}

/** Errors that a caller of the node would get with their code: the node processed the request. */
const refusals: ReadonlySet<RpcErrorKind> = new Set([
  'bad-request',
  'simulation-failed',
  'invalid-signature',
  'unsupported-version',
]);

/**
 * Keeps the code of a JSON-RPC error that refuses the request. Rate limits, a failing node and
 * errors of unknown meaning become MarketErrors, as a transaction may have been accepted.
 */
export function toLandingError(error: unknown): unknown {
  if (!RpcError.is(error)) return error;
  const { kind, code, message } = error;
  // Some providers send it with another code.
  if (kind === 'unknown-method') return new LandingError(rpcErrorCodes.methodNotFound, message);
  return code !== null && refusals.has(kind)
    ? new LandingError(code, message)
    : toMarketError(error);
}

/** Whether the node does not support the method, its plan lacks it, or access is denied. */
export const isMethodRefused = (error: unknown): boolean =>
  LandingError.isLandingError(error)
    ? error.code === rpcErrorCodes.methodNotFound
    : MarketError.is(error, 'unauthorized') || MarketError.is(error, 'plan-lacks-operation');
